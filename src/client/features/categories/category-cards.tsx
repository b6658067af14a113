import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronRight } from 'lucide-react';
import { useFormatCount } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import type { CategoryNode } from './queries.ts';
import { may } from '../../api/session.ts';

/** Number of placeholder cards while the categories load. */
const skeletonCount = 8;

/** The parent categories with their children, each with its number of products; skeletons while `tree` is undefined. */
export function CategoryCards({ tree }: { tree: readonly CategoryNode[] | undefined }) {
  return (
    <Grid aria-busy={tree ? undefined : true}>
      {tree
        ? tree.map((node) => <CategoryCard key={node.id} node={node} />)
        : Array.from({ length: skeletonCount }, (_, index) => (
            <Card key={index} p="4">
              <SkeletonLines lines={3} />
            </Card>
          ))}
    </Grid>
  );
}

/** Returns the path of a category's page in the viewer's own area (S2C-06). */
export const categoryPath = (id: number): string => `/${area()}/categories/${id}`;

/** Returns the path of the whole catalogue in the viewer's own area. */
export const cataloguePath = (): string => `/${area()}/catalogue`;

function CategoryCard({ node }: { node: CategoryNode }) {
  return (
    <Card>
      <CategoryLink node={node} isParent />
      {node.children.length > 0 ? (
        <Box as="ul" listStyleType="none" pb="2">
          {node.children.map((child) => (
            <li key={child.id}>
              <CategoryLink node={child} />
            </li>
          ))}
        </Box>
      ) : null}
    </Card>
  );
}

function CategoryLink({ node, isParent = false }: { node: CategoryNode; isParent?: boolean }) {
  const formatCount = useFormatCount();
  return (
    <PlainLink
      to={categoryPath(node.id)}
      {...linkStyles}
      {...(isParent ? { minH: '12', fontWeight: 'semibold', borderTopRadius: 'xl' } : { color: 'fg.muted' })}
    >
      <chakra.span flex="1" minW="0" overflowWrap="anywhere">
        <bdi>{node.title}</bdi>
      </chakra.span>
      <chakra.span className="numbers" color="fg.subtle" fontWeight="normal" textStyle="sm">
        {formatCount(node.totalCount)}
      </chakra.span>
      <ChevronRight size={16} data-mirror="" aria-hidden="true" opacity={0.5} />
    </PlainLink>
  );
}

const linkStyles = {
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

const area = (): 'admin' | 'user' => (may('catalogue.read') ? 'admin' : 'user');
