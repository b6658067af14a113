import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { OrderHost } from '../../features/orders/order-host.tsx';
import { readPreference, writePreference } from '../../local/preferences.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { FirstLoadBar } from './first-load-bar.tsx';
import { Header } from './header.tsx';
import { Outcomes } from './outcomes.tsx';
import { Sidebar } from './sidebar.tsx';
import { SyncStrip } from './sync-badge.tsx';
import { SkipLink } from './skip-link.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { usePerson } from './use-person.ts';
import { useStaleToasts } from './use-stale-toasts.ts';
import { Box } from '../../ui/theme/styled.tsx';

const NavDrawer = lazyPart(async () => (await import('./nav-drawer.tsx')).NavDrawer);
const Tooltips = lazyPart(async () => (await import('../../ui/tooltips.tsx')).Tooltips, null, {
  isOptional: true,
  isLate: true,
});

const isWide = () => window.matchMedia('(min-width: 1024px)').matches;

/** The frame of every signed-in page: header, sidebar, the page, and tabs on phones. */
export function AppShell({ children }: { children?: ReactNode }) {
  const person = usePerson();
  const [isCompact, setCompact] = useState(() => readPreference('cod_sidebar') === 'icons');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { state } = useSyncStatus();
  useStaleToasts();
  if (!person) return null;
  const onMenu = () => {
    if (!isWide()) return setDrawerOpen(true);
    writePreference('cod_sidebar', isCompact ? 'whole' : 'icons');
    return setCompact(!isCompact);
  };
  return (
    <>
      <SkipLink />
      <Header person={person} isMenuOpen={isDrawerOpen || (isWide() && !isCompact)} onMenu={onMenu} />
      <FirstLoadBar />
      <SyncStrip />
      <Box display="flex" alignItems="flex-start">
        <Sidebar person={person} compact={isCompact} />
        <Box
          as="main"
          id="main"
          tabIndex={-1}
          outline="none"
          flex="1"
          minW="0"
          px={{ base: '4', md: '6' }}
          pt={{ base: '0.375rem', md: '1' }}
          pb={{ base: '32', md: '20' }}
        >
          <Box maxW="90rem">
            <Outcomes />
            <UpdateNotice isSyncOutdated={state === 'outdated'} />
            {children ?? <Outlet />}
          </Box>
        </Box>
      </Box>
      <BottomTabs role={person.role} onMore={() => setDrawerOpen(true)} />
      {isDrawerOpen ? <NavDrawer person={person} open onClose={() => setDrawerOpen(false)} /> : null}
      <OrderHost />
      <Tooltips />
    </>
  );
}
