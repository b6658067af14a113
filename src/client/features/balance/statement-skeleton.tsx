import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Paper } from './statement-paper.tsx';
import { Box } from '../../ui/theme/styled.tsx';

const rows = [64, 52, 70, 46, 58, 66, 50, 60];

/** The placeholder of a statement while it loads, with the measures of its head and its movements. */
export const StatementSkeleton = () => (
  <Paper aria-hidden="true">
    <Box display="flex" flexWrap="wrap" justifyContent="space-between" gap="4" mb="5">
      <Box display="grid" gap="2.5">
        <SkeletonBlock h="3.5" w="24" />
        <SkeletonBlock h="5" w="56" />
        <SkeletonBlock h="3.5" w="44" />
      </Box>
      <Box display="grid" gap="2.5" alignContent="start">
        <SkeletonBlock h="3.5" w="28" />
        <SkeletonBlock h="3.5" w="40" />
        <SkeletonBlock h="3.5" w="36" />
      </Box>
    </Box>
    {rows.map((width) => (
      <Box
        key={width}
        display="flex"
        gap="4"
        alignItems="center"
        minH={{ base: '14', md: '9' }}
        borderTopWidth="1px"
        borderColor="border.muted"
      >
        <SkeletonBlock h="3" w="20" hideBelow="md" />
        <Box flex="1" minW="0" display="grid" gap="2">
          <SkeletonBlock h="3.5" w={`${width}%`} />
          <SkeletonBlock h="3" w="16" hideFrom="md" />
        </Box>
        <SkeletonBlock h="3.5" w="14" />
        <SkeletonBlock h="3.5" w="16" />
      </Box>
    ))}
  </Paper>
);
