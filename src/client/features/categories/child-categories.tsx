import { useLingui } from '@lingui/react/macro';
import { may } from '../../api/session.ts';
import { useFormatCount } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { MotifGlyph } from '../../ui/motif-glyph.tsx';
import { motifOf } from '../../text/motifs.ts';
import type { CategoryNode } from './queries.ts';
import { Box, chakra, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  nodes: readonly CategoryNode[];
  /** The title of the category above them. */
  parent: string;
}

/** The children of a category as links with their counts. */
export function ChildCategories(props: Props) {
  const { t } = useLingui();
  if (props.nodes.length === 0) return null;
  return (
    <Box as="nav" aria-label={t`Subcategories`} mb="4">
      <ChildLinks {...props} />
    </Box>
  );
}

/** Links to the children of a category, each with its drawing, or that of the category above it. */
export function ChildLinks({ nodes, parent }: Props) {
  const formatCount = useFormatCount();
  return (
    <Wrap gap="2">
      {nodes.map((node) => (
        <PlainLink key={node.id} to={categoryPath(node.id)} {...chipStyles}>
          <chakra.span color="fg.subtle" flexShrink={0}>
            <MotifGlyph motif={motifOf([node.title, parent])} size="1rem" />
          </chakra.span>
          <chakra.bdi truncate>{node.title}</chakra.bdi>
          <chakra.span className="numbers" color="fg.subtle">
            {formatCount(node.totalCount)}
          </chakra.span>
        </PlainLink>
      ))}
    </Wrap>
  );
}

const chipStyles = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  maxW: 'full',
  position: 'relative',
  h: { base: '9', md: '8' },
  px: '3',
  // A touch target of 44 px, including half of the gap to the next line.
  _after: { content: '""', position: 'absolute', insetInline: '0', insetBlock: '-5px' },
  textStyle: 'sm',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'full',
  focusVisibleRing: 'outside',
  _hover: { bg: 'bg.subtle', borderColor: 'border.emphasized' },
} as const;

/** Returns the path of a category's page in the viewer's own area (S2C-06). */
export const categoryPath = (id: number): string => `/${area()}/categories/${id}`;

/** Returns the path of the whole catalogue in the viewer's own area. */
export const cataloguePath = (): string => `/${area()}/catalogue`;

const area = (): 'admin' | 'user' => (may('catalogue.read') ? 'admin' : 'user');
