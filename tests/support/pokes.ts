import { expect } from 'vitest';

/** Opens the event stream of a signed-in person; the returned function tells how many pokes have come. */
export async function listenToPokes(url: string, token: string): Promise<() => number> {
  const answer = await fetch(`${url}/api/sync/events`, { headers: { Authorization: `Bearer ${token}` } });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let pokes = 0;
  const follow = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      pokes += value.match(/event: poke/g)?.length ?? 0;
    }
  };
  void follow().catch(() => undefined);
  await expect.poll(() => pokes).toBe(1);
  return () => pokes;
}
