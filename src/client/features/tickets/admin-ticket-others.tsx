import { Trans } from '@lingui/react/macro';
import { CloudOff, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PresentUser } from '../../../contract/presence.ts';
import { isOnline } from '../../sync/connectivity.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { reportWhileOpen } from './admin-presence-reports.ts';
import { ChangesElsewhere, useUnsentElsewhere } from './unsent-elsewhere.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The other users who have a ticket open, with a connection, and those who have unsent changes to it. */
export function TicketOthers({ ticketId }: { ticketId: string }) {
  const others = usePresence(ticketId);
  const unsent = useUnsentElsewhere(ticketId);
  return (
    <Strip data-empty={others.length === 0 && !unsent}>
      {/* Always in the page, so that screen readers notice its changes; a time in it would be read every minute. */}
      <Box role="status" display="contents">
        {others.map((one) => (
          <Present key={one.user_id} {...one} />
        ))}
      </Box>
      {unsent ? (
        <Entry>
          <CloudOff size="0.875rem" aria-hidden="true" />
          <span>
            <ChangesElsewhere found={unsent} /> <RelativeTime at={unsent.at} ago color="fg.muted" />
          </span>
        </Entry>
      ) : null}
    </Strip>
  );
}

function Present({ name: ownName, state }: PresentUser) {
  const name = <bdi>{ownName}</bdi>;
  const isWriting = state === 'writing';
  return (
    <Entry data-writing={isWriting}>
      <Initial aria-hidden="true">{[...ownName.trim()][0]?.toLocaleUpperCase()}</Initial>
      <span>{isWriting ? <Trans>{name} is writing a reply</Trans> : <Trans>{name} is viewing this ticket</Trans>}</span>
      {isWriting ? <PenLine size="0.875rem" data-mirror="" aria-hidden="true" /> : null}
    </Entry>
  );
}

/** Returns the other users at a ticket; none without a connection. */
function usePresence(ticketId: string): readonly PresentUser[] {
  const online = useOnline();
  const [known, setKnown] = useState<{ ticketId: string; others: readonly PresentUser[] } | null>(null);
  useEffect(() => {
    if (!online || !isOnline()) return undefined;
    const end = reportWhileOpen(ticketId, (others) => setKnown({ ticketId, others }));
    return end;
  }, [ticketId, online]);
  return online && known?.ticketId === ticketId ? known.others : [];
}

const Strip = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    rowGap: '1',
    pb: '2',
    textStyle: 'sm',
    '&[data-empty=true]': { pb: '0' },
  },
});

const Entry = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minW: '0',
    color: 'fg.muted',
    '&[data-writing=true]': { color: 'amber.fg', fontWeight: 'medium' },
  },
});

const Initial = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    boxSize: '6',
    borderRadius: 'full',
    bg: 'bg.muted',
    color: 'fg',
    textStyle: 'xs',
    fontWeight: 'medium',
    '[data-writing=true] > &': { bg: 'amber.subtle', color: 'amber.fg' },
  },
});
