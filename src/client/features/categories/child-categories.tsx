import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { useFormatCount } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { categoryPath } from './category-cards.tsx';
import type { CategoryNode } from './queries.ts';

/** The children of a category as links with their counts. */
export function ChildCategories({ nodes }: { nodes: readonly CategoryNode[] }) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  if (nodes.length === 0) return null;
  return (
    <Box as="nav" aria-label={t`Subcategories`} display="flex" flexWrap="wrap" gap="2" mb="4">
      {nodes.map((node) => (
        <PlainLink key={node.id} to={categoryPath(node.id)} {...chipStyles}>
          <chakra.bdi truncate>{node.title}</chakra.bdi>
          <chakra.span className="numbers" color="fg.subtle">
            {formatCount(node.totalCount)}
          </chakra.span>
        </PlainLink>
      ))}
    </Box>
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
