import { Trans } from '@lingui/react/macro';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Box, HStack, Muted, Stack } from '../../ui/theme/styled.tsx';

/** Phones show three rows: the link above them leads to all. */
export const threeOnPhones = { smDown: { '&:nth-of-type(n + 4)': { display: 'none' } } } as const;

interface RowsProps {
  rows?: number;
  /** Movements are as high as on a computer and all shown on phones too. */
  isMovements?: boolean;
  /** The rows begin with the picture of a product. */
  hasPictures?: boolean;
}

/** Placeholders of rows. */
export function SkeletonRows({ rows = 5, isMovements = false, hasPictures = false }: RowsProps) {
  return (
    <Box aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <HStack
          key={index}
          borderTopWidth="1px"
          borderColor="border.muted"
          gap="3"
          px={{ base: '4', md: '5' }}
          minH={isMovements ? '16' : { base: '14', md: '16' }}
          css={isMovements ? {} : threeOnPhones}
        >
          {hasPictures ? <SkeletonBlock boxSize="10" borderRadius="md" /> : null}
          <Stack flex="1" gap="2">
            <SkeletonBlock h="3.5" w={`${50 + ((index * 17) % 30)}%`} />
            <SkeletonBlock h="3" w="30%" />
          </Stack>
          <SkeletonBlock h="5" w="16" />
        </HStack>
      ))}
    </Box>
  );
}

/** Shown instead of data that this device has never loaded. */
export const NotLoaded = () => (
  <Muted py="10" textAlign="center" textStyle="sm">
    <Trans>Not loaded on this device yet.</Trans>
  </Muted>
);
