import { Trans } from '@lingui/react/macro';
import { CloudOff, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { presenceInterval, reportPresence, type PresentUser } from '../../../contract/presence.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { isOnline } from '../../sync/connectivity.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { ChangesElsewhere, useUnsentElsewhere } from './unsent-elsewhere.tsx';

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

type State = Parameters<typeof call<typeof reportPresence>>[1]['state'];

/** Milliseconds: a ticket that is passed over within this time is not reported. */
const firstReportMs = 1_000;
/** Milliseconds after the last change of a reply in which its author still writes. */
const writingMs = 30_000;

/**
 * Reports that this page shows a ticket while it is visible, whether its user writes a reply, and when it leaves; calls
 * `onOthers` with the other users there. Failures are silent. Returns a function that ends it.
 */
function reportWhileOpen(ticketId: string, onOthers: (others: readonly PresentUser[]) => void): () => void {
  const stop = new AbortController();
  const listening = { signal: stop.signal };
  let last: State | null = null;
  let lastWritten = -Infinity;
  const send = (state: State) => {
    last = state;
    call(reportPresence, { id: ticketId, state }, { keepalive: true }).then(
      ({ others }) => (stop.signal.aborted || last === 'left' ? undefined : onOthers(others)),
      (thrown: unknown) => {
        asFailure(thrown);
        if (!stop.signal.aborted) onOthers([]);
      },
    );
  };
  const leave = () => {
    if (last !== null && last !== 'left') send('left');
  };
  const report = () => {
    if (document.visibilityState === 'visible')
      send(performance.now() - lastWritten < writingMs ? 'writing' : 'viewing');
  };
  const onVisibility = () => {
    if (document.visibilityState === 'visible') return report();
    leave();
    onOthers([]);
  };
  const onInput = ({ target }: Event) => {
    if (!(target instanceof HTMLTextAreaElement && target.closest('[data-composer]'))) return;
    const isBlank = target.value.trim() === '';
    lastWritten = isBlank ? -Infinity : performance.now();
    if ((last === 'writing') === isBlank) report();
  };
  const first = setTimeout(report, firstReportMs);
  const timer = setInterval(report, presenceInterval);
  document.addEventListener('visibilitychange', onVisibility, listening);
  document.addEventListener('input', onInput, listening);
  window.addEventListener('pagehide', leave, listening);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    leave();
    stop.abort();
  };
}
