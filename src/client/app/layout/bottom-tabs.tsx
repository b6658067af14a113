import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { type LucideIcon, Ellipsis } from 'lucide-react';
import type { RoleName } from '../../../contract/permissions.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { areaOf, pathOf } from '../paths/route-names.ts';
import { CountBadge } from './nav-entry.tsx';
import { useNavigationCounts, useTabs } from './navigation.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

const tab = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1',
  h: '14',
  minW: '0',
  w: 'full',
  px: '0.5',
  color: 'fg.muted',
  textStyle: '2xs',
  fontWeight: 'medium',
  cursor: 'pointer',
  focusVisibleRing: 'inside',
  '&:is([data-status=active], [aria-current])': { color: 'brand.fg' },
} as const;

/** The tabs under the page on phones; a reply form takes their place. */
export function BottomTabs({ role, onMore }: { role: RoleName; onMore: () => void }) {
  const { t } = useLingui();
  const tabs = useTabs(role);
  const numbers = useNavigationCounts(role);
  const area = areaOf(role);
  // The pages of categories belong to the catalogue, but are not below its address.
  const categories = pathOf(`pages.${area}.categories.show`, '');
  const isCategory = useLocation({ select: ({ pathname }) => pathname.startsWith(categories) });
  return (
    <Box
      as="nav"
      aria-label={t`Tabs`}
      hideFrom="md"
      position="fixed"
      insetX="0"
      bottom="0"
      zIndex="docked"
      bg="bg.panel"
      borderTopWidth="1px"
      pb="env(safe-area-inset-bottom)"
      display="grid"
      gridTemplateColumns={`repeat(${tabs.length + 1}, minmax(0, 1fr))`}
      css={{ 'html[data-has-composer] &': { display: 'none' } }}
    >
      {tabs.map(({ name, to, label, icon, counts }) => (
        <PlainLink
          key={name}
          to={to}
          activeOptions={{ includeSearch: false }}
          {...(isCategory && name === `pages.${area}.catalogue` && { 'aria-current': true })}
          css={tab}
        >
          <TabFace icon={icon} label={label} count={counts && numbers[counts]} />
        </PlainLink>
      ))}
      <chakra.button type="button" css={tab} aria-haspopup="dialog" onClick={onMore}>
        <TabFace icon={Ellipsis} label={t`More`} />
      </chakra.button>
    </Box>
  );
}

/** With large text, a tab shows its icon only. */
const largeText = { '@media (max-width: 22em)': { srOnly: true } } as const;

function TabFace({ icon: Icon, label, count }: { icon: LucideIcon; label: string; count?: number | undefined }) {
  return (
    <>
      <Box position="relative">
        <Icon size="1.25rem" aria-hidden="true" />
        {count ? (
          <Box position="absolute" top="-2" insetStart="3">
            <CountBadge count={count} />
          </Box>
        ) : null}
      </Box>
      <chakra.span maxW="full" truncate css={largeText}>
        {label}
      </chakra.span>
    </>
  );
}
