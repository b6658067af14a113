import type { ReactNode } from 'react';
import { PlainLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { threeOnPhones } from './skeleton-rows.tsx';
import { Box, chakra, HStack, Stack } from '../../ui/theme/styled.tsx';

/** On wide screens one line, in which names are cut. */
const detailStyles = {
  // Not inherited: the reset gives every element a value.
  '& > *': { overflowWrap: 'anywhere' },
  md: { '& > bdi': { truncate: true, minW: '0' }, '& > :not(bdi)': { flexShrink: 0 } },
} as const;

interface Props {
  to: string;
  search?: Record<string, string>;
  /** Shown before the text, on wide enough screens. */
  picture?: ReactNode;
  /** A user's text, clipped when it is too long. */
  title: string;
  /** Shown under the title. */
  details: ReactNode;
  /** Shown at the end of the row, such as an amount or a status. */
  end: ReactNode;
  /** Phones show the row in any place of its list. */
  isWanted?: boolean;
}

/** A row of a small list; links to a page. */
export function ListRow({ to, search, picture, title, details, end, isWanted = false }: Props) {
  return (
    <chakra.li borderTopWidth="1px" borderColor="border.muted" css={isWanted ? {} : threeOnPhones}>
      <PlainLink
        to={to}
        {...(search ? { search: search as never } : {})}
        display="flex"
        alignItems="center"
        gap="3"
        px={{ base: '4', md: '5' }}
        py={{ base: '2', md: '3' }}
        minH={{ base: '14', md: '16' }}
        focusVisibleRing="inside"
        transitionProperty="background-color"
        transitionDuration="fast"
        _hover={{ bg: 'bg.subtle' }}
        css={{
          '@media (max-width: 22em)': {
            flexWrap: 'wrap',
            '& *': { overflowWrap: 'anywhere' },
            '& > div:first-of-type': { flexBasis: '100%' },
            '& > span': { display: 'none' },
          },
        }}
      >
        {picture}
        <Box flex="1" minW="0">
          <FreeText fontWeight="medium" truncate>
            {title}
          </FreeText>
          <HStack
            textStyle="xs"
            color="fg.muted"
            mt="0.5"
            flexWrap={{ base: 'wrap', md: 'nowrap' }}
            columnGap="2"
            css={detailStyles}
          >
            {details}
          </HStack>
        </Box>
        <Stack flexShrink={0} alignItems="flex-end" gap="1">
          {end}
        </Stack>
      </PlainLink>
    </chakra.li>
  );
}
