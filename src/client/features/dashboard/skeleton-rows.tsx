import { Trans } from '@lingui/react/macro';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

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
          {hasPictures ? <SkeletonBlock boxSize="10" borderRadius="md" /> : null}
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
