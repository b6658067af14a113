import type { ComponentProps } from 'react';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Box, HStack, Stack } from '../../ui/theme/styled.tsx';

const steps = [40, 32];

/** The placeholder of an order's details, with the measures of its facts, its products and its history. */
export const DetailsSkeleton = ({ isForSupport = false }: { isForSupport?: boolean }) => (
  <Stack aria-hidden="true" gap="5">
    <Box display="grid" gap="2">
      <Fact h="3.5" w="16" />
      <Fact h="5" w="16" />
      {isForSupport ? <Fact h="3.5" w="24" below="40" /> : null}
      <Fact h="3.5" w="40" />
    </Box>
    <div>
      <SkeletonBlock h="3" w="16" mb="2.5" />
      <Box borderWidth="1px" borderRadius="lg">
        <Ends px="3.5" h="3.75rem">
          <SkeletonBlock boxSize="10" borderRadius="md" />
          <SkeletonBlock h="3.5" w="40%" me="auto" />
          <SkeletonBlock h="3.5" w="14" />
        </Ends>
        <Ends px="3.5" h="10" borderTopWidth="1px" borderColor="border.muted">
          <SkeletonBlock h="3.5" w="12" />
          <SkeletonBlock h="3.5" w="14" />
        </Ends>
      </Box>
    </div>
    {isForSupport ? (
      <Ends h="12" borderTopWidth="1px">
        <SkeletonBlock h="3.5" w="16" />
      </Ends>
    ) : (
      <Steps />
    )}
  </Stack>
);

const Fact = ({ h, w, below }: { h: string; w: string; below?: string }) => (
  <Ends minH="5">
    <SkeletonBlock h="3.5" w="20" />
    <Box display="grid" justifyItems="end" gap="1.5">
      <SkeletonBlock h={h} w={w} />
      {below ? <SkeletonBlock h="3" w={below} /> : null}
    </Box>
  </Ends>
);

/** The history, which only customers see at once. */
const Steps = () => (
  <Box display="grid" gap="4">
    <SkeletonBlock h="3" w="16" />
    {steps.map((width) => (
      <Ends key={width} h="10" alignItems="flex-start">
        <SkeletonBlock boxSize="2.5" borderRadius="full" mt="0.5" />
        <SkeletonBlock h="3.5" w={`${width}%`} me="auto" />
        <SkeletonBlock h="3" w="24" />
      </Ends>
    ))}
  </Box>
);

/** The placeholder of the order popup: the product, the balance and the message. */
export const PopupSkeleton = () => (
  <Stack aria-hidden="true" gap="5">
    <HStack gap="4">
      <SkeletonBlock w="28" aspectRatio="4 / 3" borderRadius="lg" />
      <Box flex="1" display="grid" gap="3">
        <SkeletonBlock h="4" w="80%" />
        <SkeletonBlock h="5" w="20" />
      </Box>
    </HStack>
    <Box display="grid" gap="2.5">
      <SkeletonBlock h="3.5" w="95%" />
      <SkeletonBlock h="3.5" w="60%" />
    </Box>
    <Ends px="4" h="12" bg="bg.subtle" borderWidth="1px" borderRadius="lg">
      <SkeletonBlock h="3.5" w="20" />
      <SkeletonBlock h="4" w="24" />
    </Ends>
    <Box display="grid" gap="2">
      <SkeletonBlock h="3.5" w="32" />
      <SkeletonBlock h="24" borderRadius="md" />
    </Box>
  </Stack>
);

/** A line with content at both ends. */
const Ends = (props: ComponentProps<typeof Box>) => <HStack justifyContent="space-between" gap="3" {...props} />;
