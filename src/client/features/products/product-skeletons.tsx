import type { ComponentProps } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonField } from '../../ui/skeleton-fields.tsx';
import { SkeletonBlock, SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { Box, HStack } from '../../ui/theme/styled.tsx';

const facts = ['16', '14', '20', '12', '24', '20', '16', '10', '20'];

/** The placeholder of a product's page: the picture over the facts, beside the description and the orders. */
export const ProductSkeleton = () => (
  <Box
    aria-hidden="true"
    display="grid"
    gap="4"
    alignItems="start"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '18rem minmax(0, 1fr)' }}
  >
    <Panel flush overflow="hidden">
      <SkeletonBlock aspectRatio="4 / 3" borderRadius="0" />
      <Box px="4" py={{ base: '2', md: '4' }} display="grid" gap={{ base: '0', md: '4' }}>
        {facts.map((width, at) => (
          <Ends key={at} minH={{ base: '11', md: '0' }}>
            <SkeletonBlock h="3.5" w="20" />
            <SkeletonBlock h="3.5" w={width} />
          </Ends>
        ))}
      </Box>
    </Panel>
    <Box display="grid" gap="4">
      <Panel>
        <SkeletonBlock h="4" w="24" mb="4" />
        <SkeletonLines lines={2} />
      </Panel>
      <Panel>
        <SkeletonBlock h="4" w="16" mb="2" />
        {[1, 2, 3, 4, 5].map((order) => (
          <Ends key={order} h="13" borderBottomWidth="1px" borderColor="border.muted">
            <Box display="grid" gap="1.5">
              <SkeletonBlock h="3.5" w="28" />
              <SkeletonBlock h="3" w="36" />
            </Box>
            <SkeletonBlock h="5" w="24" ms="auto" />
          </Ends>
        ))}
      </Panel>
    </Box>
  </Box>
);

/** The placeholder of the form of a product: its texts, its picture and its price, beside its status and categories. */
export const ProductFormSkeleton = () => (
  <Box
    aria-hidden="true"
    display="grid"
    gap="4"
    alignItems="start"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' }}
  >
    <Box display="grid" gap="4">
      <Panel>
        <Box display="grid" gap="5">
          <SkeletonField />
          <SkeletonField rows="8rem" />
          <SkeletonField />
          <SkeletonBlock h="36" w="36" borderRadius="lg" />
        </Box>
      </Panel>
      <Panel>
        <SkeletonBlock h="4" w="16" mb="5" />
        <Box display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <SkeletonField />
          <SkeletonField />
        </Box>
      </Panel>
    </Box>
    <Panel>
      <Box display="grid" gap="5">
        <SkeletonField />
        <SkeletonBlock h="5" w="40" />
        <SkeletonBlock h="5" w="36" />
        <SkeletonField rows="18rem" />
      </Box>
    </Panel>
  </Box>
);

const Ends = (props: ComponentProps<typeof Box>) => <HStack justifyContent="space-between" gap="3" {...props} />;
