import { presenceInterval, reportPresence, type PresentUser } from '../../../contract/presence.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';

type State = Parameters<typeof call<typeof reportPresence>>[1]['state'];

/** Milliseconds: a ticket that is passed over within this time is not reported. */
const firstReportMs = 1_000;
/** Milliseconds after the last change of a reply in which its author still writes. */
const writingMs = 30_000;

/**
 * Reports that this page shows a ticket while it is visible, whether its user writes a reply, and when it leaves; calls
 * `onOthers` with the other users there. Failures are silent. Returns a function that ends it.
 */
export function reportWhileOpen(ticketId: string, onOthers: (others: readonly PresentUser[]) => void): () => void {
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
