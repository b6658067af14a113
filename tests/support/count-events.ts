import { expect } from 'vitest';

/** Opens a user's event stream and waits for its first `poke`; returns a function that counts the `poke`s so far. */
export async function countEvents(url: string, token: string): Promise<() => number> {
  const answer = await fetch(`${url}/api/sync/events`, { headers: { Authorization: `Bearer ${token}` } });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let count = 0;
  const follow = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      count += value.match(/event: poke/g)?.length ?? 0;
    }
  };
  void follow().catch(() => undefined);
  await expect.poll(() => count).toBe(1);
  return () => count;
}
