import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { chakra, Wrap } from './theme/styled.tsx';

interface Props {
  categories: readonly { id: number; title: string }[];
  /** How many are shown before the user opens the rest. */
  visible: number;
}

/** The categories of a product: the first ones, then "+N", which shows the rest (S2G-05, S9-14). */
export function CategoryBadges({ categories, visible }: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (categories.length === 0) return null;
  const shown = isOpen ? categories : categories.slice(0, visible);
  const more = categories.length - visible;
  return (
    <Wrap gap="1" minW="0">
      {shown.map(({ id, title }) => (
        <Badge key={id} dir="auto">
          {title}
        </Badge>
      ))}
      {more > 0 ? (
        <MoreButton
          type="button"
          aria-expanded={isOpen}
          aria-label={
            isOpen
              ? t`Show fewer categories`
              : t`${plural(more, { one: 'Show # more category', other: 'Show # more categories' })}`
          }
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '−' : `+${more}`}
        </MoreButton>
      ) : null}
    </Wrap>
  );
}

const badgeStyles = {
  display: 'inline-block',
  maxW: 'full',
  px: '1.5',
  textStyle: '2xs',
  // Two lines of them fit into a row of 44 px.
  lineHeight: '1.125rem',
  color: 'fg.muted',
  bg: 'bg.muted',
  borderRadius: 'xs',
} as const;

const Badge = chakra('span', { base: { ...badgeStyles, truncate: true } });

/** On top of the card's clickable surface, with a touch target of 44 px. */
const MoreButton = chakra('button', {
  base: {
    ...badgeStyles,
    position: 'relative',
    zIndex: 'docked',
    cursor: 'pointer',
    fontWeight: 'semibold',
    focusVisibleRing: 'outside',
    _hover: { bg: 'bg.emphasized' },
    _after: { content: '""', position: 'absolute', insetBlock: '-2.5', insetInline: '-2' },
  },
});
