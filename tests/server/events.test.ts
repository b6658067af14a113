import { beforeEach, expect, test } from 'vitest';
import { deviceOf, opening } from '../support/device.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const device = (who: Name) => deviceOf(world.as(who));

test('a poke comes to the open streams of those it concerns', async () => {
  const heard = { amina: 0, karim: 0, sara: 0 };
  const stop: (() => Promise<void>)[] = [];
  for (const who of ['amina', 'karim', 'sara'] as const) stop.push(await listen(who, () => (heard[who] += 1)));
  const begun = { ...heard };

  await device('amina').exchange([opening()]);
  await expect.poll(() => heard.amina - begun.amina).toBe(1);
  await expect.poll(() => heard.sara - begun.sara).toBe(1);
  for (const end of stop) await end();

  expect(heard.karim).toBe(begun.karim);
});

/** Opens the event stream as a page would with fetch; resolves after its first event. */
async function listen(who: Name, onPoke: () => void): Promise<() => Promise<void>> {
  const token = await world.signIn(who);
  const answer = await fetch(`${world.url}/api/sync/events`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => {
    const { value, done } = await reader.read();
    for (const _poke of value?.match(/event: poke/g) ?? []) onPoke();
    return done;
  };
  await next();
  const loop = (async () => {
    while (!(await next().catch(() => true)));
  })();
  return async () => {
    await reader.cancel();
    await loop;
  };
}

test('open streams do not keep the server from stopping', async () => {
  await listen('amina', () => undefined);
  const begun = performance.now();

  await world.app.close();

  expect(performance.now() - begun).toBeLessThan(2_000);
});
