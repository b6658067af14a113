import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PlainLink } from '../../ui/app-link.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { useIsFirstLoad } from '../../sync/use-sync-status.ts';

interface Props {
  to: string;
  search?: Record<string, string>;
  /** A user's text, clipped when it is too long. */
  title: string;
  /** Shown under the title. */
  details: ReactNode;
  /** Shown at the end of the row, such as an amount or a status. */
  end: ReactNode;
}

/** Phones show three rows: the link above them leads to all. */
const threeOnPhones = { smDown: { '&:nth-of-type(n + 4)': { display: 'none' } } } as const;

/** A row of a small list; links to a page. */
export function ListRow({ to, search, title, details, end }: Props) {
  return (
    <chakra.li borderTopWidth="1px" borderColor="border.muted" css={threeOnPhones}>
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
            '& > :first-of-type': { flexBasis: '100%' },
          },
        }}
      >
        <Box flex="1" minW="0">
          <FreeText fontWeight="medium" truncate>
            {title}
          </FreeText>
          <chakra.div
            textStyle="xs"
            color="fg.muted"
            mt="0.5"
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            columnGap="2"
            overflowWrap="anywhere"
          >
            {details}
          </chakra.div>
        </Box>
        <Box flexShrink={0} display="flex" flexDirection="column" alignItems="flex-end" gap="1">
          {end}
        </Box>
      </PlainLink>
    </chakra.li>
  );
}

/**
 * Placeholders of rows. Those of movements are as high as on a computer and all shown on phones too, as movements are.
 */
export function SkeletonRows({ rows = 5, isMovements = false }: { rows?: number; isMovements?: boolean }) {
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
          minH={isMovements ? '16' : { base: '14', md: '16' }}
          css={isMovements ? {} : threeOnPhones}
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

/** Shown instead of data that this device has never loaded. */
export const NotLoaded = () => (
  <chakra.p py="10" textAlign="center" textStyle="sm" color="fg.muted">
    <Trans>Not loaded on this device yet.</Trans>
  </chakra.p>
);

/** Returns the rows, or `undefined` while there are none and the first load is still running. */
export function useLoadedRows<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const isFirstLoad = useIsFirstLoad();
  return rows?.length === 0 && isFirstLoad ? undefined : rows;
}
