import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { badgesDefault } from '../../../contract/limits.ts';

interface Props {
  categories: readonly { id: number; title: string }[];
}

/** The categories of a product: the first three, then "+N", which shows the rest (S9-14). */
export function CategoryBadges({ categories }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  if (categories.length === 0) return null;
  const shown = open ? categories : categories.slice(0, badgesDefault);
  const more = categories.length - badgesDefault;
  return (
    <Box display="flex" flexWrap="wrap" gap="1" minW="0">
      {shown.map(({ id, title }) => (
        <Badge key={id} dir="auto">
          {title}
        </Badge>
      ))}
      {more > 0 ? (
        <MoreButton
          type="button"
          aria-expanded={open}
          aria-label={
            open
              ? t`Show fewer categories`
              : t`${plural(more, { one: 'Show # more category', other: 'Show # more categories' })}`
          }
          onClick={() => setOpen(!open)}
        >
          {open ? '−' : `+${more}`}
        </MoreButton>
      ) : null}
    </Box>
  );
}

const shape = {
  display: 'inline-block',
  maxW: 'full',
  px: '1.5',
  textStyle: '2xs',
  lineHeight: '1.25rem',
  color: 'fg.muted',
  bg: 'bg.muted',
  borderRadius: 'xs',
} as const;

const Badge = chakra('span', { base: { ...shape, truncate: true } });

/** Above the card's own surface, with a finger's room around it. */
const MoreButton = chakra('button', {
  base: {
    ...shape,
    position: 'relative',
    zIndex: 'docked',
    cursor: 'pointer',
    fontWeight: 'semibold',
    focusVisibleRing: 'outside',
    _hover: { bg: 'bg.emphasized' },
    _after: { content: '""', position: 'absolute', insetBlock: '-2.5', insetInline: '-2' },
  },
});
