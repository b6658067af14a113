import { Outlet } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { sessionToken, signedInPerson, signIn, type SignedInPerson } from '../../api/session.ts';
import { OrderHost } from '../../features/orders/order-host.tsx';
import { currentDatabase } from '../../local/current.ts';
import { readPreference, writePreference } from '../../local/preferences.ts';
import { onConnectivity } from '../../sync/connectivity.ts';
import { onSyncStatus, syncStatus } from '../../sync/status.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Box } from '../../ui/theme/styled.tsx';
import { dismissToasts } from '../../ui/toast.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { FirstLoadBar } from './first-load-bar.tsx';
import { Header } from './header.tsx';
import { NavigationList } from './navigation-list.tsx';
import { Outcomes } from './outcomes.tsx';
import { readAccount } from './queries.ts';
import { MenuLink, SkipLink } from './skip-link.tsx';
import { SyncStrip } from './sync-badge.tsx';
import { UpdateNotice } from './update-notice.tsx';

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

/** The navigation of wide screens; `compact` shows icons only. */
function Sidebar({ person, compact }: { person: SignedInPerson; compact: boolean }) {
  return (
    <Box
      id="menu"
      hideBelow="lg"
      position="sticky"
      top="3.25rem"
      h="calc(100dvh - 3.25rem)"
      width={compact ? '4rem' : '14.5rem'}
      flexShrink={0}
      overflowY="auto"
      overscrollBehavior="contain"
      scrollbarWidth="thin"
      _focusWithin={{ zIndex: 'docked' }}
    >
      <NavigationList person={person} compact={compact}>
        <MenuLink />
      </NavigationList>
    </Box>
  );
}

/**
 * Returns the signed-in user with the name and the address of the account as it was synced last, and stores them for
 * the next start: an admin may have changed them since the sign-in.
 */
function usePerson(): SignedInPerson | null {
  const [stored] = useState(signedInPerson);
  const account = useLiveQuery(() => readAccount(currentDatabase()), []);
  const person = stored && account?.id === stored.id ? { ...stored, name: account.name, email: account.email } : stored;
  const { name, email } = person ?? {};
  useEffect(() => {
    const token = sessionToken();
    const current = signedInPerson();
    if (!token || !current || name === undefined || email === undefined || current.id !== stored?.id) return;
    if (current.name !== name || current.email !== email) signIn({ user: { ...current, name, email }, token });
  }, [stored, name, email]);
  return person;
}

/** Dismisses the toasts "server unreachable" and "server busy" when they are no longer true. */
function useStaleToasts(): void {
  useEffect(() => {
    const stopOnline = onConnectivity((online) => online && dismissToasts('offline'));
    const stopStatus = onSyncStatus(() => syncStatus().state === 'synced' && dismissToasts('busy'));
    return () => {
      stopOnline();
      stopStatus();
    };
  }, []);
}
