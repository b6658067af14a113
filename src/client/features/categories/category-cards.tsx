import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronRight } from 'lucide-react';
import { useCount } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { categoryPath } from './paths.ts';
import type { CategoryNode } from './queries.ts';

/** Cards shown while the categories are coming. */
const skeletons = 8;

/** The parent categories with their children, each with its count of products; `undefined` while they are coming. */
export function CategoryCards({ tree }: { tree: readonly CategoryNode[] | undefined }) {
  return (
    <Grid aria-busy={tree ? undefined : true}>
      {tree
        ? tree.map((node) => <CategoryCard key={node.id} node={node} />)
        : Array.from({ length: skeletons }, (_, at) => (
            <Card key={at} p="4">
              <SkeletonLines lines={3} />
            </Card>
          ))}
    </Grid>
  );
}

function CategoryCard({ node }: { node: CategoryNode }) {
  return (
    <Card>
      <Line node={node} isParent />
      {node.children.length > 0 ? (
        <Box as="ul" listStyleType="none" pb="2">
          {node.children.map((child) => (
            <li key={child.id}>
              <Line node={child} />
            </li>
          ))}
        </Box>
      ) : null}
    </Card>
  );
}

function Line({ node, isParent = false }: { node: CategoryNode; isParent?: boolean }) {
  const count = useCount();
  return (
    <PlainLink
      to={categoryPath(node.id)}
      {...line}
      {...(isParent ? { minH: '12', fontWeight: 'semibold', borderTopRadius: 'xl' } : { color: 'fg.muted' })}
    >
      <chakra.span flex="1" minW="0" overflowWrap="anywhere">
        <bdi>{node.title}</bdi>
      </chakra.span>
      <chakra.span className="numbers" color="fg.subtle" fontWeight="normal" textStyle="sm">
        {count(node.totalCount)}
      </chakra.span>
      <ChevronRight size={16} data-mirror="" aria-hidden="true" opacity={0.5} />
    </PlainLink>
  );
}

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minH: { base: '11', md: '9' },
  px: '4',
  _hover: { bg: 'bg.subtle', color: 'fg' },
  _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
} as const;

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gap: { base: '3', md: '4' },
    alignItems: 'start',
    listStyle: 'none',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' },
  },
});

const Card = chakra('li', { base: { minW: '0', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'xl' } });
