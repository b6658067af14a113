import type { ReactNode } from 'react';
import { SkeletonBlock } from './skeleton-lines.tsx';
import { Box, HStack, Stack } from './theme/styled.tsx';

/** A placeholder of one line of text, as high as the line: 20 px, or 16 px for the text of a hint. */
export function SkeletonText({ w, size = 'text' }: { w: string; size?: 'text' | 'hint' }) {
  return (
    <HStack h={size === 'text' ? '5' : '4'} aria-hidden="true">
      <SkeletonBlock h={size === 'text' ? '3.5' : '3'} w={w} maxW="full" />
    </HStack>
  );
}

/** A placeholder of a field: label, control and, with `hints`, the lines under it; `rows` makes it a field for a text. */
export function SkeletonField({ hints = [], rows }: { hints?: readonly string[]; rows?: string }) {
  return (
    <Stack gap="1.5" minW="0" aria-hidden="true">
      <SkeletonText w="30%" />
      {rows ? (
        <Box h={rows} p="3" borderWidth="1px" borderRadius="md">
          <SkeletonText w="40%" />
          <SkeletonText w="75%" />
        </Box>
      ) : (
        <SkeletonBlock h={{ base: '11', md: '10' }} borderRadius="md" />
      )}
      {hints.length > 0 ? (
        <Box>
          {hints.map((w, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines have no other identity
            <SkeletonText key={at} size="hint" w={w} />
          ))}
        </Box>
      ) : null}
    </Stack>
  );
}

/** Placeholders of the two buttons of a form; on phones they share its width unless they are `narrow`. */
export function SkeletonButtons({ narrow = false }: { narrow?: boolean }) {
  return (
    <Box
      display="flex"
      justifyContent="flex-end"
      gap="3"
      css={{ '& > *': { flex: { base: narrow ? 'none' : '1', sm: 'none' } } }}
      aria-hidden="true"
    >
      <SkeletonBlock h={{ base: '11', md: '10' }} w="20" borderRadius="md" />
      <SkeletonBlock h={{ base: '11', md: '10' }} w="20" borderRadius="md" />
    </Box>
  );
}

interface RowsProps {
  rows: number;
  /** The height of a row. */
  minH: string;
  /** Padding at both sides, where the list has none. */
  px?: object;
  /** On which side rows have their line. */
  line: 'above' | 'below';
  /** Lines of text at the start. */
  lines?: number;
  /** At the end of a row. */
  end?: ReactNode;
}

/** Placeholders of the rows of a list without pictures, with lines between them. */
export function SkeletonList({ rows, minH, px, line, lines = 2, end }: RowsProps) {
  return (
    <Box aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <HStack
          key={index}
          {...(line === 'above' ? { borderTopWidth: '1px' } : { borderBottomWidth: '1px' })}
          borderColor="border.muted"
          gap="3"
          px={px}
          minH={minH}
        >
          <Box flex="1" minW="0">
            <SkeletonText w={`${45 + ((index * 17) % 30)}%`} />
            {Array.from({ length: lines - 1 }, (__, at) => (
              <SkeletonText key={at} size="hint" w={`${30 + at * 12}%`} />
            ))}
          </Box>
          {end}
        </HStack>
      ))}
    </Box>
  );
}
