import { newDeviceKey, peek } from '../local/peek.ts';

/** Milliseconds between two attempts; one more follows each `online` event. */
const retryIntervalMs = 30_000;

/** Revokes sessions that ended on this device without a connection; tries again until the server has revoked each. */
export function revokeEarlierSessions(): void {
  void attempt().then((isDone) => {
    if (isDone) return;
    const retry = () => void attempt().then((done) => done && stop());
    const timer = setInterval(retry, retryIntervalMs);
    addEventListener('online', retry);
    const stop = () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  });
}

/** Returns whether no session is left to revoke. Loads Dexie only when there is one to revoke. */
async function attempt(): Promise<boolean> {
  const { value: keys = [] } = await peek('cod_device', 'session', (store) => store.getAllKeys());
  if (!keys.some((key) => key !== 'current' && key !== newDeviceKey)) return true;
  const { revokeEndedSessions } = await import('../sync/revoke.ts');
  return revokeEndedSessions().catch(() => false);
}
