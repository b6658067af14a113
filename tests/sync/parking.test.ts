import { describe, expect, test } from 'vitest';
import { newId } from '../../src/client/local/ids.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { amina, deviceOf, eachMutation, fails, newTicket, nothingNew } from './support.ts';

describe('what becomes of an item', () => {
  const cases = [
    [{ status: 409, code: 'CONFLICT', details: { current: 'closed' } }, 'conflict', 'idle'],
    [{ status: 412, code: 'REVISION_CHANGED' }, 'conflict', 'idle'],
    [{ status: 422, code: 'INVALID_FIELDS', errors: { content: ['required'] } }, 'failed', 'idle'],
    [{ status: 403, code: 'FORBIDDEN' }, 'failed', 'idle'],
    [{ status: 410, code: 'GONE' }, 'failed', 'idle'],
    [{ status: 424, code: 'WAITS_FOR_ANOTHER' }, 'sent', 'busy'],
    [{ status: 500, code: 'IN_PROGRESS' }, 'sent', 'busy'],
    [{ status: 500, code: 'ERROR' }, 'sent', 'busy'],
    [{ status: 426, code: 'OUTDATED' }, 'sent', 'outdated'],
    [{ status: 409, code: 'CANCELLED' }, 'failed', 'idle'],
    [{ status: 200, code: 'SUCCESS' }, undefined, 'idle'],
  ] as const;
  for (const [result, state, end] of cases) {
    test(`${result.status} ${result.code}: ${state ?? 'gone'}, and the pass ends ${end}`, async () => {
      const { db, outside } = await deviceOf(amina, eachMutation(result as never));
      const id = await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'Hello?' }, outside.means);

      expect((await runPass(db, outside)).kind).toBe(end);

      const item = await db.outbox.get({ id });
      expect(item?.state).toBe(state);
      expect(item?.error ?? result).toMatchObject(result);
    });
  }
});

test('what the server breaks on eight times is shown to its person, still undecided', async () => {
  const { db, outside, requests } = await deviceOf(amina, eachMutation({ status: 500, code: 'ERROR' }));
  const id = await perform(db, 'ticket.open', newTicket(), outside.means);

  for (let pass = 0; pass < 7; pass++) await runPass(db, outside);
  expect(await db.outbox.get({ id })).toMatchObject({ state: 'sent', faults: 7 });
  await runPass(db, outside);

  expect(await db.outbox.get({ id })).toMatchObject({ state: 'failed', error: { status: 500, open: true } });
  expect(requests()).toHaveLength(8);
});

test('a refused ticket stays in view and holds its reply; other lanes go on', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const refused = newTicket();
  const replyId = newId();
  await perform(db, 'ticket.open', refused, outside.means);
  await perform(
    db,
    'ticket.reply',
    { id: replyId, ticket_id: refused.id, content: 'And another thing' },
    outside.means,
  );
  await perform(db, 'ticket.open', newTicket(), outside.means);
  device.server = (_path, { mutations }: { mutations: { id: string; lane: string; kind: string }[] }) =>
    nothingNew({
      results: mutations.map(({ id, lane, kind }) => {
        if (lane !== refused.id) return { id, status: 200, code: 'SUCCESS', rows: [] };
        return kind === 'ticket.open'
          ? { id, status: 422, code: 'INVALID_FIELDS', errors: { subject: ['required'] }, rows: [] }
          : { id, status: 424, code: 'WAITS_FOR_ANOTHER', rows: [] };
      }),
    });

  await runPass(db, outside);
  await runPass(db, outside);

  expect(await db.outbox.orderBy('seq').toArray()).toMatchObject([
    { state: 'failed' },
    { state: 'sent', kind: 'ticket.reply' },
  ]);
  expect(await db.tickets.get(refused.id)).toMatchObject({ subject: 'No code' });
  expect(await db.responses.get(replyId)).toMatchObject({ content: 'And another thing' });
  expect(device.requests().at(-1)!.mutations).toEqual([]);
});

test('a batch that is too large is halved until it goes; one item too large is shown', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push(await perform(db, 'ticket.open', newTicket(), outside.means));
  device.server = (path, input: { mutations: { id: string }[] }) => {
    const tooLarge = input.mutations.length > 2 || (input.mutations.length === 1 && input.mutations[0]!.id === ids[3]);
    const withLarge = input.mutations.some(({ id }) => id === ids[3]);
    return tooLarge || withLarge
      ? fails('refused', { code: 'REQUEST_TOO_LARGE' })
      : eachMutation({})(path, input as never);
  };

  expect((await runPass(db, outside)).kind).toBe('idle');

  expect(device.requests().map(({ mutations }) => mutations.length)).toEqual([4, 2, 2, 1, 1, 0]);
  expect(await db.outbox.toArray()).toMatchObject([
    { id: ids[3], state: 'failed', error: { code: 'REQUEST_TOO_LARGE' } },
  ]);
});

test('a server that breaks on the whole request gets less the next time', async () => {
  const device = await deviceOf(amina, () => fails('broken', { code: 'ERROR' }));
  const { db, outside } = device;
  for (let n = 0; n < 3; n++) await perform(db, 'ticket.open', newTicket(), outside.means);

  for (let pass = 0; pass < 3; pass++) expect((await runPass(db, outside)).kind).toBe('broken');

  expect(device.requests().map(({ mutations }) => mutations.length)).toEqual([3, 2, 1]);
  expect(await db.outbox.orderBy('seq').first()).toMatchObject({ state: 'sent', faults: 1 });
});
