import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import type { SyncStatus } from '../../sync/status.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { Unconfirmed } from '../../ui/in-doubt.tsx';
import { routePaths } from '../paths/route-names.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The sync state as a dot and words, with a link to the outbox (S2C-13). */
export function SyncBadge() {
  const status = useSyncStatus();
  const { palette, words } = lookOf(status);
  const count = status.waiting + status.parked + status.inDoubt;
  return (
    <PlainLink
      to={routePaths.outbox}
      colorPalette={palette}
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      gap="2"
      h={{ base: '11', md: '9' }}
      minW={{ base: '44px', md: '9' }}
      px={{ base: '0', md: '2.5' }}
      borderRadius="md"
      focusVisibleRing="outside"
      color="fg.muted"
      _hover={{ bg: 'bg.hover', color: 'fg' }}
    >
      <Box
        boxSize="2"
        borderRadius="full"
        bg="colorPalette.dot"
        flexShrink={0}
        aria-hidden="true"
        animation={status.state === 'syncing' ? 'pulse' : undefined}
      />
      {count > 0 ? (
        <chakra.span className="numbers" hideFrom="md" textStyle="xs" fontWeight="semibold" aria-hidden="true">
          {count}
        </chakra.span>
      ) : null}
      <chakra.span
        role="status"
        textStyle="xs"
        fontWeight="medium"
        whiteSpace="nowrap"
        srOnly={{ base: true, md: false }}
      >
        {words}
      </chakra.span>
    </PlainLink>
  );
}

/**
 * The sync state in words between the header and the page of a phone, while this device is not up to date. It lies over
 * the free space under the controls of the header and in the padding of the page (`AppShell`), so that it covers nothing, and
 * nothing moves when it comes and goes.
 */
export function SyncStrip() {
  const status = useSyncStatus();
  const isWaiting = status.waiting + status.parked + status.inDoubt > 0;
  const isCurrent = status.online && (status.state === 'synced' || (status.state === 'syncing' && !isWaiting));
  if (isCurrent || status.firstLoad) return null;
  const { palette, words } = lookOf(status);
  return (
    <Box
      hideFrom="md"
      colorPalette={palette}
      position="fixed"
      insetX="0"
      top="2.75rem"
      zIndex="sticky"
      pointerEvents="none"
      px="4"
      textAlign="center"
      textStyle="2xs"
      lineHeight="0.875rem"
      fontWeight="semibold"
      bg="colorPalette.muted"
      color="colorPalette.fg"
      // Screen readers read the badge in the header.
      aria-hidden="true"
    >
      {words}
    </Box>
  );
}

/** The states in which no change can be sent. */
const pauses = {
  signIn: { palette: 'red', words: <Trans>Log in to send</Trans> },
  outdated: { palette: 'amber', words: <Trans>Update to send</Trans> },
  storage: { palette: 'red', words: <Trans>Storage does not answer</Trans> },
  full: { palette: 'red', words: <Trans>Device is full</Trans> },
};

const isPause = (state: SyncStatus['state']): state is keyof typeof pauses => Object.hasOwn(pauses, state);

function lookOf(status: SyncStatus): { palette: string; words: ReactNode } {
  const { state, online, waiting, parked } = status;
  if (state === 'needsYou')
    return { palette: 'red', words: <Plural value={parked} one="# change needs you" other="# changes need you" /> };
  if (state === 'inDoubt') return { palette: 'amber', words: <Unconfirmed {...status} /> };
  if (isPause(state)) return pauses[state];
  if (!online) return { palette: 'gray', words: <Offline waiting={waiting} /> };
  if (state === 'busy') return { palette: 'amber', words: <Trans>Server busy</Trans> };
  if (state === 'syncing') return { palette: 'blue', words: <Trans>Syncing…</Trans> };
  if (state === 'waiting')
    return { palette: 'amber', words: <Plural value={waiting} one="# waiting" other="# waiting" /> };
  return { palette: 'green', words: <Trans>Up to date</Trans> };
}

function Offline({ waiting }: Pick<SyncStatus, 'waiting'>) {
  if (waiting === 0) return <Trans>Offline</Trans>;
  return <Plural value={waiting} one="Offline – # waiting" other="Offline – # waiting" />;
}
