import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { LucideIcon } from 'lucide-react';
import { useFormatCount } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

interface Props {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Number of open orders; shown unless it is 0. */
  count?: number | undefined;
  /** Shows the icon only; the label and the number are its tooltip. */
  compact?: boolean;
  /** Marks the entry on exactly this page, not on the pages under it. */
  exact?: boolean;
}

/** One entry of the sidebar or the drawer; the entry of the current page is marked. */
export function NavEntry({ to, label, icon: Icon, count, compact = false, exact = false }: Props) {
  const formatCount = useFormatCount();
  return (
    <chakra.li>
      <PlainLink
        to={to}
        activeOptions={{ exact, includeSearch: false }}
        title={compact ? [label, count && formatCount(count)].filter(Boolean).join(' · ') : undefined}
        display="flex"
        alignItems="center"
        justifyContent={compact ? 'center' : 'flex-start'}
        gap="3"
        px={compact ? '0' : '3'}
        h={{ base: '11', lg: '8' }}
        position="relative"
        borderRadius="md"
        fontWeight="medium"
        color="fg.muted"
        focusVisibleRing="outside"
        transitionProperty="background-color, color"
        transitionDuration="fast"
        _hover={{ bg: 'bg.hover', color: 'fg' }}
        css={currentPageStyle}
      >
        <Icon size="1.125rem" aria-hidden="true" style={{ flexShrink: 0 }} />
        <chakra.span flex="1" truncate {...(compact ? { srOnly: true } : {})}>
          {label}
        </chakra.span>
        {count ? <CountBadge count={count} compact={compact} /> : null}
      </PlainLink>
    </chakra.li>
  );
}

/** The entry of the current page: its ground, and a bar at its start. */
export const currentPageStyle = {
  '&[data-status=active]': {
    bg: 'bg.selected',
    color: 'brand.fg',
    // The subtle text colour has too little contrast on this ground.
    '--c-colors-fg-subtle': 'colors.fg.muted',
    position: 'relative',
    _before: {
      content: '""',
      position: 'absolute',
      insetStart: '0',
      insetY: '1.5',
      w: '2px',
      borderRadius: 'full',
      bg: 'brand.solid',
    },
  },
} as const;

/** The number of records beside an entry of the navigation; `compact` a dot in the corner of its icon, which a number would hide. */
export function CountBadge({ count, compact = false }: { count: number; compact?: boolean }) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  return (
    <Box
      as="span"
      className="numbers"
      borderRadius="full"
      bg="brand.solid"
      {...(compact ? dotStyles : numberStyles)}
      role="img"
      aria-label={t`${plural(count, { one: '# open', other: '# open' })}`}
    >
      {compact ? null : count > 999 ? '999+' : formatCount(count)}
    </Box>
  );
}

const dotStyles = {
  position: 'absolute',
  top: '1',
  insetEnd: '2.5',
  boxSize: '2',
  outline: '2px solid',
  outlineColor: 'bg.canvas',
} as const;
const numberStyles = {
  display: 'inline-grid',
  placeItems: 'center',
  minW: '4.5',
  h: '4.5',
  px: '1',
  color: 'brand.contrast',
  textStyle: '2xs',
  fontWeight: 'semibold',
} as const;
