import { SkeletonBlock } from './skeleton-lines.tsx';
import { Box, Stack } from './theme/styled.tsx';

/** Placeholders of product cards in the grid of the category page. */
export function SkeletonCards({ count = 8 }: { count?: number }) {
  return (
    <Box
      display="grid"
      gap={{ base: '3', md: '4' }}
      gridTemplateColumns={{
        base: 'repeat(2, minmax(0, 1fr))',
        md: 'repeat(3, minmax(0, 1fr))',
        xl: 'repeat(4, minmax(0, 1fr))',
      }}
      aria-hidden="true"
    >
      {Array.from({ length: count }, (_, index) => (
        <Box key={index} data-skeleton-card="" bg="bg.panel" borderWidth="1px" borderRadius="xl" overflow="hidden">
          <SkeletonBlock borderRadius="none" aspectRatio="4 / 3" />
          <Stack p={{ base: '3', md: '4' }} gap="3">
            <SkeletonBlock h="4" w="80%" />
            <SkeletonBlock h="3.5" w="55%" />
            <SkeletonBlock h="5" w="35%" />
          </Stack>
        </Box>
      ))}
    </Box>
  );
}
