import { expect, test } from 'vitest';
import { newId } from '../../src/client/local/ids.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { amina, deviceOf, eachMutation, nothingNew, ticketChange, type TestDevice } from './support.ts';

const day = 86_400_000;
const ticket = newId();

/** Amina's device, whose clock is this far ahead of the server's, with a ticket that was answered a minute ago. */
async function answered(ms: number): Promise<TestDevice> {
  const device = await deviceOf(amina, () => nothingNew({ now: new Date(device.clock.now - ms).toISOString() }));
  const at = new Date(device.clock.now - ms - 60_000).toISOString();
  const row = { id: newId(), ticket_id: ticket, content: 'Which order?', type: 'admin', created_at: at };
  await takeRows(device.db, [
    ticketChange(ticket, 1),
    { entity: 'responses', key: row.id, rev: 1, row: { ...row, author_name: 'Sara', attachments: [], rev: 1 } },
  ]);
  return device;
}

const conversation = async ({ db }: TestDevice) =>
  (await db.responses.where('[ticket_id+created_at]').between([ticket], [ticket, '\uffff']).toArray()).map(
    ({ content }) => content,
  );

test.each([-day, -3_600_000, 0, day])(
  'OF-26 a reply stands below the one it answers, however wrong the clock is (%i ms)',
  async (wrong) => {
    const device = await answered(wrong);
    const { db, outside } = device;
    await pass(db, outside);

    await perform(db, 'ticket.reply', { id: newId(), ticket_id: ticket, content: 'This one' }, outside.means);

    expect(await conversation(device)).toEqual(['Which order?', 'This one']);
    const [item] = await db.outbox.toArray();
    expect(Math.abs(item!.createdAt - (device.clock.now - wrong))).toBeLessThan(2_000);
  },
);

test('OF-26 the time of the last pass and of what was sent is the server’s', async () => {
  const device = await answered(day);
  const { db, outside, clock } = device;
  const now = new Date(clock.now - day).toISOString();
  device.server = eachMutation({}, { now });
  await perform(db, 'ticket.reply', { id: newId(), ticket_id: ticket, content: 'This one' }, outside.means);

  await pass(db, outside);

  expect(await db.fact('lastSyncAt')).toBe(Date.parse(now));
  expect((await db.fact('sentLately'))?.map(({ at }) => at)).toEqual([Date.parse(now)]);
});

test('OF-26 a clock that agrees with the server’s but for the time of an answer is left alone', async () => {
  const device = await answered(1_500);

  await pass(device.db, device.outside);

  expect(await device.db.fact('serverAhead')).toBeUndefined();
});

test('OF-26 a clock that was put right while the app was closed is measured again', async () => {
  const device = await answered(day);
  await pass(device.db, device.outside);
  expect(await device.db.fact('serverAhead')).toBeCloseTo(-day, -3);
  device.server = () => nothingNew({ now: new Date(device.clock.now).toISOString() });

  await pass(device.db, device.outside);

  expect(await device.db.fact('serverAhead')).toBeCloseTo(0, -3);
});

test('OF-26 an answer whose time cannot be read is applied, and the device’s own clock is used', async () => {
  const device = await answered(0);
  device.server = () => nothingNew({ now: '' });

  await pass(device.db, device.outside);

  expect(await device.db.fact('serverAhead')).toBeUndefined();
  expect(await device.db.fact('lastSyncAt')).toBe(device.clock.now);
});
