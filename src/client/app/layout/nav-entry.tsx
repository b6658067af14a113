import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { LucideIcon } from 'lucide-react';
import { useFormatCount } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';

interface Props {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Number of open orders; shown unless it is 0. */
  count?: number | undefined;
  /** Shows the icon only; the label is its tooltip. */
  compact?: boolean;
  /** Marks the entry on exactly this page, not on the pages under it. */
  exact?: boolean;
}

/** One entry of the sidebar or the drawer; the entry of the current page is marked. */
export function NavEntry({ to, label, icon: Icon, count, compact = false, exact = false }: Props) {
  return (
    <chakra.li>
      <PlainLink
        to={to}
        activeOptions={{ exact, includeSearch: false }}
        title={compact ? label : undefined}
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
        css={currentPage}
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
export const currentPage = {
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

/** The number of records beside an entry of the navigation; `compact` in the corner of its icon. */
export function CountBadge({ count, compact = false }: { count: number; compact?: boolean }) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const position = compact ? ({ position: 'absolute', top: '0', insetEnd: '0.5' } as const) : {};
  return (
    <Box
      as="span"
      className="numbers"
      {...position}
      minW="4.5"
      h="4.5"
      px="1"
      display="inline-grid"
      placeItems="center"
      borderRadius="full"
      bg="brand.solid"
      color="brand.contrast"
      textStyle="2xs"
      fontWeight="semibold"
      role="img"
      aria-label={t`${plural(count, { one: '# open', other: '# open' })}`}
    >
      {count > 999 ? '999+' : formatCount(count)}
    </Box>
  );
}
