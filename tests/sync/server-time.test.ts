import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { amina, deviceOf, eachMutation, nothingNew, ticketChange, type TestDevice } from './support.ts';

const day = 86_400_000;
const ticket = uuidv7();

/** Amina's device, with a clock `aheadMs` ahead of the server's and a ticket that was answered a minute ago. */
async function deviceAhead(aheadMs: number): Promise<TestDevice> {
  const device = await deviceOf(amina, () => nothingNew({ now: new Date(device.clock.now - aheadMs).toISOString() }));
  const at = new Date(device.clock.now - aheadMs - 60_000).toISOString();
  const row = { id: uuidv7(), ticket_id: ticket, content: 'Which order?', type: 'admin', created_at: at };
  await storeServerRows(device.db, [
    ticketChange(ticket, 1),
    { entity: 'responses', key: row.id, rev: 1, row: { ...row, author_name: 'Sara', attachments: [], rev: 1 } },
  ]);
  return device;
}

const contentsInOrder = async ({ db }: TestDevice) =>
  (await db.responses.where('[ticket_id+created_at]').between([ticket], [ticket, '\uffff']).toArray()).map(
    ({ content }) => content,
  );

test.each([-day, -3_600_000, 0, day])(
  'OF-26 a reply is listed below the response that it answers, however wrong the clock is (%i ms)',
  async (wrong) => {
    const device = await deviceAhead(wrong);
    const { db, environment } = device;
    await pass(db, environment);

    await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: ticket, content: 'This one' }, environment.runtime);

    expect(await contentsInOrder(device)).toEqual(['Which order?', 'This one']);
    const [item] = await db.outbox.toArray();
    expect(Math.abs(item!.createdAt - (device.clock.now - wrong))).toBeLessThan(2_000);
  },
);

test('OF-26 the times of the last pass and of sent items are times of the server’s clock', async () => {
  const device = await deviceAhead(day);
  const { db, environment, clock } = device;
  const now = new Date(clock.now - day).toISOString();
  device.server = eachMutation({}, { now });
  await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: ticket, content: 'This one' }, environment.runtime);

  await pass(db, environment);

  expect(await db.fact('lastSyncAt')).toBe(Date.parse(now));
  expect((await db.fact('sentLately'))?.map(({ at }) => at)).toEqual([Date.parse(now)]);
});

test('OF-26 a small difference to the server’s clock is ignored: the answer itself takes time', async () => {
  const device = await deviceAhead(1_500);

  await pass(device.db, device.environment);

  expect(await device.db.fact('serverAhead')).toBeUndefined();
});

test('OF-26 after the device’s clock was corrected, the difference is measured again', async () => {
  const device = await deviceAhead(day);
  await pass(device.db, device.environment);
  expect(await device.db.fact('serverAhead')).toBeCloseTo(-day, -3);
  device.server = () => nothingNew({ now: new Date(device.clock.now).toISOString() });

  await pass(device.db, device.environment);

  expect(await device.db.fact('serverAhead')).toBeCloseTo(0, -3);
});

test('OF-26 an answer whose time cannot be read is applied, and the device’s own clock is used', async () => {
  const device = await deviceAhead(0);
  device.server = () => nothingNew({ now: '' });

  await pass(device.db, device.environment);

  expect(await device.db.fact('serverAhead')).toBeUndefined();
  expect(await device.db.fact('lastSyncAt')).toBe(device.clock.now);
});
