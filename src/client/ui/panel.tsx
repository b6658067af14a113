import type { BoxProps } from '@chakra-ui/react/box';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Box, chakra, HStack } from './theme/styled.tsx';

const headStyles = {
  // A button with a frame does not touch that of the panel.
  '&:has(> button)': { pt: '2', pb: '0' },
  '@media (max-width: 22em)': { flexWrap: 'wrap', py: '2' },
} as const;

interface Props extends Omit<BoxProps, 'title'> {
  title?: ReactNode;
  /** Content at the end of the title's line: a link, a count. */
  aside?: ReactNode;
  /** Removes the padding, for lists whose rows have their own. */
  flush?: boolean;
}

/** A surface with a hairline border and, where given, a title. */
export function Panel({ title, aside, flush = false, children, ...rest }: Props) {
  const id = useId();
  return (
    <Box
      as="section"
      aria-labelledby={title ? id : undefined}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="xl"
      shadow={{ base: 'xs', _dark: 'none' }}
      minW="0"
      {...rest}
    >
      {title ? (
        <HStack
          justifyContent="space-between"
          gap="3"
          px={{ base: '4', md: '5' }}
          minH="11"
          pt="1.5"
          pb="1"
          css={headStyles}
        >
          <chakra.h2 id={id} textStyle="section">
            {title}
          </chakra.h2>
          {aside}
        </HStack>
      ) : null}
      {flush ? (
        children
      ) : (
        <Box px={{ base: '4', md: '5' }} pt={title ? '1' : '4'} pb="4">
          {children}
        </Box>
      )}
    </Box>
  );
}
