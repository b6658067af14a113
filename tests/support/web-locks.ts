import { onTestFinished } from 'vitest';

/** Gives the page Web Locks that are never taken: a request is granted at once, and `query` lists what is held. */
export function giveWebLocks(): void {
  const held = new Set<LockInfo>();
  const request = async (name: string, ...args: unknown[]): Promise<unknown> => {
    const lock: LockInfo = { name, mode: 'exclusive' };
    held.add(lock);
    try {
      return await (args.at(-1) as (lock: LockInfo) => unknown)(lock);
    } finally {
      held.delete(lock);
    }
  };
  const locks = { request, query: async () => ({ held: [...held], pending: [] }) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}
