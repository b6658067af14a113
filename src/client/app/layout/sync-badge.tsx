import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import type { SyncStatus } from '../../sync/status.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { routePaths } from '../paths/route-names.ts';

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
      minW={{ base: '11', md: '9' }}
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

function lookOf({ state, online, waiting, parked, inDoubt }: SyncStatus): { palette: string; words: ReactNode } {
  if (state === 'needsYou')
    return { palette: 'red', words: <Plural value={parked} one="# change needs you" other="# changes need you" /> };
  if (state === 'signIn') return { palette: 'red', words: <Trans>Log in to send</Trans> };
  if (state === 'inDoubt') return { palette: 'amber', words: <Unconfirmed inDoubt={inDoubt} online={online} /> };
  if (state === 'outdated') return { palette: 'amber', words: <Trans>Update to send</Trans> };
  if (state === 'storage') return { palette: 'red', words: <Trans>Storage does not answer</Trans> };
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

function Unconfirmed({ inDoubt, online }: Pick<SyncStatus, 'inDoubt' | 'online'>) {
  return online ? (
    <Plural value={inDoubt} one="# order unconfirmed" other="# orders unconfirmed" />
  ) : (
    <Plural value={inDoubt} one="Offline – # order unconfirmed" other="Offline – # orders unconfirmed" />
  );
}
