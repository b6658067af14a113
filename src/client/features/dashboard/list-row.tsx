import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { PlainLink } from '../../ui/app-link.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { UserLine } from '../../ui/user-line.tsx';

interface Props {
  to: string;
  search?: Record<string, string>;
  /** As it was written; clipped at its own end. */
  title: string;
  /** Under the title. */
  about: ReactNode;
  /** At the end: an amount, a status. */
  end: ReactNode;
}

/** One line of a small list that leads somewhere. */
export function ListRow({ to, search, title, about, end }: Props) {
  return (
    <chakra.li borderTopWidth="1px" borderColor="border.muted">
      <PlainLink
        to={to}
        {...(search ? { search: search as never } : {})}
        display="flex"
        alignItems="center"
        gap="3"
        px={{ base: '4', md: '5' }}
        py="3"
        minH="16"
        focusVisibleRing="inside"
        transitionProperty="background-color"
        transitionDuration="fast"
        _hover={{ bg: 'bg.subtle' }}
      >
        <Box flex="1" minW="0">
          <UserLine fontWeight="medium" truncate>
            {title}
          </UserLine>
          <chakra.div
            textStyle="xs"
            color="fg.muted"
            mt="0.5"
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            columnGap="2"
          >
            {about}
          </chakra.div>
        </Box>
        <Box flexShrink={0} display="flex" flexDirection="column" alignItems="flex-end" gap="1">
          {end}
        </Box>
      </PlainLink>
    </chakra.li>
  );
}

/** Lines that are coming. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <Box aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <Box
          key={index}
          borderTopWidth="1px"
          borderColor="border.muted"
          display="flex"
          alignItems="center"
          gap="3"
          px={{ base: '4', md: '5' }}
          minH="16"
        >
          <Box flex="1" display="flex" flexDirection="column" gap="2">
            <SkeletonBlock h="3.5" w={`${50 + ((index * 17) % 30)}%`} />
            <SkeletonBlock h="3" w="30%" />
          </Box>
          <SkeletonBlock h="5" w="16" />
        </Box>
      ))}
    </Box>
  );
}
