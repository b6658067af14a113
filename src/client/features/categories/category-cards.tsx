import type { CSSProperties } from 'react';
import { useFormatCount } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MotifGlyph } from '../../ui/motif-glyph.tsx';
import { hueOf, motifOf } from '../../text/motifs.ts';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { ChildLinks, categoryPath } from './child-categories.tsx';
import type { CategoryNode } from './queries.ts';
import { Box, chakra, MutedSpan, Wrap } from '../../ui/theme/styled.tsx';

/** Number of placeholder cards while the categories load. */
const skeletonCount = 8;
/** Placeholders of children, in two lines. */
const childWidths = ['28', '32', '36'] as const;

/** The parent categories, each with its drawing and number of products, on wide screens with their children too; skeletons while `tree` is undefined. */
export function CategoryCards({ tree }: { tree: readonly CategoryNode[] | undefined }) {
  return (
    <Grid aria-busy={tree ? undefined : true} key={tree ? 'tree' : 'skeletons'}>
      {tree
        ? tree.map((node) => <CategoryCard key={node.id} node={node} />)
        : Array.from({ length: skeletonCount }, (_, index) => (
            <Card key={index} bg="bg.panel">
              <Box {...frame}>
                <SkeletonBlock boxSize={{ base: '10', md: '14' }} borderRadius="xl" />
                <Box flex="1" minW="0" display="grid" gap="2">
                  <SkeletonBlock h="4" w={`${90 - ((index * 17) % 40)}%`} />
                  <SkeletonBlock h="3.5" w="8" />
                </Box>
              </Box>
              <Wrap hideBelow="md" px="3" pb="3" gap="2">
                {childWidths.map((width) => (
                  <SkeletonBlock key={width} h="8" w={width} borderRadius="full" />
                ))}
              </Wrap>
            </Card>
          ))}
    </Grid>
  );
}

function CategoryCard({ node }: { node: CategoryNode }) {
  const formatCount = useFormatCount();
  return (
    <Card data-tinted="" style={{ '--hue': hueOf(node.id) } as CSSProperties}>
      <PlainLink to={categoryPath(node.id)} {...linkStyles}>
        <Glyph>
          <MotifGlyph motif={motifOf(textsOf(node))} size="60%" strokeWidth={1.75} />
        </Glyph>
        <chakra.span flex="1" minW="0">
          <FreeText textStyle={{ base: 'sm', md: 'section' }} fontWeight="semibold" lineClamp={3}>
            {node.title}
          </FreeText>
          <MutedSpan className="numbers" display="block" textStyle="sm">
            {formatCount(node.totalCount)}
          </MutedSpan>
        </chakra.span>
      </PlainLink>
      {node.children.length > 0 ? (
        <Box hideBelow="md" px="3" pb="3">
          <ChildLinks nodes={node.children} parent={node.title} />
        </Box>
      ) : null}
    </Card>
  );
}

/** The texts that choose the drawing of a category: its own, and then those of its children. */
const textsOf = ({ title, description, children }: CategoryNode) => [
  title,
  description,
  ...children.map((child) => child.title),
];

/** The frame of a card's content, of its placeholder too. */
const frame = {
  display: 'flex',
  alignItems: 'center',
  gap: { base: '2.5', md: '3' },
  minH: '24',
  p: { base: '2.5', md: '3' },
} as const;

const linkStyles = {
  ...frame,
  borderRadius: 'xl',
  _hover: { bg: 'bg.hover' },
  _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
  '@media (max-width: 22em)': { flexWrap: 'wrap' },
} as const;

const Grid = chakra('ul', {
  base: {
    display: { base: 'grid', md: 'flex' },
    flexWrap: 'wrap',
    gap: { base: '2.5', md: '4' },
    listStyle: 'none',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr))',
    // The cards of the last row fill it.
    '& > li': { flex: '1 1 17rem' },
  },
});

const Card = chakra('li', {
  base: {
    minW: '0',
    borderWidth: '1px',
    borderRadius: 'xl',
    '&[data-tinted]': {
      borderColor: { base: 'hsl(var(--hue) 38% 86%)', _dark: 'hsl(var(--hue) 24% 24%)' },
      bg: { base: 'hsl(var(--hue) 52% 96%)', _dark: 'hsl(var(--hue) 26% 13%)' },
    },
  },
});

/** The drawing on a stronger tint. */
const Glyph = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    boxSize: { base: '10', md: '14' },
    borderRadius: 'xl',
    bg: { base: 'hsl(var(--hue) 48% 88%)', _dark: 'hsl(var(--hue) 32% 23%)' },
    color: { base: 'hsl(var(--hue) 62% 24%)', _dark: 'hsl(var(--hue) 56% 82%)' },
  },
});
