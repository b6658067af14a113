import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { amend } from '../../src/client/sync/amend.ts';
import { discard, retry } from '../../src/client/sync/outbox.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { amina, deviceOf, eachMutation, type TestDevice } from './support.ts';

/** Retries, changes and discards an item as a tab does whose screen still shows it. */
const tryAll = async ({ db, environment }: TestDevice, id: string) => [
  await retry(db, id, {}, environment),
  await amend(db, id, { content: 'Hello!' }, environment),
  await discard(db, id, [], environment.transport),
];

async function deviceWithReply() {
  const device = await deviceOf(amina, eachMutation({ status: 200, code: 'SUCCESS' }));
  const args = { id: uuidv7(), ticket_id: 't1', content: 'Hello' };
  const id = await perform(device.db, 'ticket.reply', args, device.environment.runtime);
  return { device, id };
}

test('OF-10 an item that was accepted is called accepted by a tab that still shows it', async () => {
  const { device, id } = await deviceWithReply();
  await runPass(device.db, device.environment);

  expect(await tryAll(device, id)).toEqual(['applied', 'applied', 'applied']);
});

test('OF-10 an item that another tab has discarded is called neither accepted nor unreached', async () => {
  const { device, id } = await deviceWithReply();
  await discard(device.db, id, [], device.environment.transport);

  expect(await tryAll(device, id)).toEqual(['gone', 'gone', 'gone']);
  expect(device.calls).toEqual([]);
});

test('OF-10 an item that another tab sends again under a new id stays, and is not called accepted', async () => {
  const { device, id } = await deviceWithReply();
  const { db, environment } = device;
  await db.outbox.toCollection().modify({ state: 'failed', error: { status: 410, code: 'GONE' } });
  await retry(db, id, {}, environment);

  expect(await tryAll(device, id)).toEqual(['gone', 'gone', 'gone']);
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', args: { content: 'Hello' } }]);
});

test('OF-10 an undecided item that another tab sends again is queued, and its old text is not called changed', async () => {
  const { device, id } = await deviceWithReply();
  const { db, environment } = device;
  await db.outbox.toCollection().modify({ state: 'failed', error: { status: 500, code: 'ERROR', open: true } });
  await retry(db, id, {}, environment);

  expect(await retry(db, id, {}, environment)).toEqual({ id });
  expect(await retry(db, id, { content: 'Hello!' }, environment)).toBe('unknown');
});
