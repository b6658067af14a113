import { peek } from '../local/peek.ts';

/** Milliseconds between two attempts while the connection looks good. */
const every = 30_000;

/** Revokes sessions that ended here without a connection: now, and again until the server has answered for each. */
export function revokeEarlierSessions(): void {
  void attempt().then((isDone) => {
    if (isDone) return;
    const again = () => void attempt().then((done) => done && stop());
    const timer = setInterval(again, every);
    addEventListener('online', again);
    const stop = () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  });
}

/** Resolves to whether nothing is left to revoke. Dexie is loaded only where something is. */
async function attempt(): Promise<boolean> {
  const { value: keys = [] } = await peek('cod_device', 'session', (store) => store.getAllKeys());
  if (!keys.some((key) => key !== 'current')) return true;
  const { revokeEndedSessions } = await import('../sync/revoke.ts');
  return revokeEndedSessions().catch(() => false);
}
