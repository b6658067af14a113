import { describe, expect, test } from 'vitest';
import { batchMax } from '../../src/contract/sync-limits.ts';
import type { SyncAnswer, SyncRequest } from '../../src/contract/sync.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { resendUndecided } from '../../src/client/sync/outbox.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { amina, deviceOf, eachMutation, callFailure, newTicket, nothingNew, type TestDevice } from './support.ts';

describe('what an answer does to an item', () => {
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
    test(`OF-09 ${result.status} ${result.code}: ${state ?? 'removed'}, and the pass ends ${end}`, async () => {
      const { db, environment } = await deviceOf(amina, eachMutation(result as never));
      const id = await perform(
        db,
        'ticket.reply',
        { id: uuidv7(), ticket_id: 't1', content: 'Hello?' },
        environment.runtime,
      );

      expect((await runPass(db, environment)).kind).toBe(end);

      const item = await db.outbox.get({ id });
      expect(item?.state).toBe(state);
      expect(item?.error ?? result).toMatchObject(result);
    });
  }
});

test('an item on which the server fails eight times is parked, still undecided', async () => {
  const { db, environment, requests } = await deviceOf(amina, eachMutation({ status: 500, code: 'ERROR' }));
  const id = await perform(db, 'ticket.open', newTicket(), environment.runtime);

  for (let pass = 0; pass < 7; pass++) await runPass(db, environment);
  expect(await db.outbox.get({ id })).toMatchObject({ state: 'sent', faults: 7 });
  await runPass(db, environment);

  expect(await db.outbox.get({ id })).toMatchObject({ state: 'failed', error: { status: 500, open: true } });
  expect(requests()).toHaveLength(8);
});

test('OF-08 OF-10 a refused ticket stays visible and its reply waits; other lanes are sent', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const refused = newTicket();
  const replyId = uuidv7();
  await perform(db, 'ticket.open', refused, environment.runtime);
  await perform(
    db,
    'ticket.reply',
    { id: replyId, ticket_id: refused.id, content: 'And another thing' },
    environment.runtime,
  );
  await perform(db, 'ticket.open', newTicket(), environment.runtime);
  device.server = (_path, { mutations }: { mutations: { id: string; lane: string; kind: string }[] }) =>
    nothingNew({
      results: mutations.map(({ id, lane, kind }) => {
        if (lane !== refused.id) return { id, status: 200, code: 'SUCCESS', rows: [] };
        return kind === 'ticket.open'
          ? { id, status: 422, code: 'INVALID_FIELDS', errors: { subject: ['required'] }, rows: [] }
          : { id, status: 424, code: 'WAITS_FOR_ANOTHER', rows: [] };
      }),
    });

  await runPass(db, environment);
  await runPass(db, environment);

  expect(await db.outbox.orderBy('seq').toArray()).toMatchObject([
    { state: 'failed' },
    { state: 'sent', kind: 'ticket.reply' },
  ]);
  expect(await db.tickets.get(refused.id)).toMatchObject({ subject: 'No code' });
  expect(await db.responses.get(replyId)).toMatchObject({ content: 'And another thing' });
  expect(device.requests().at(-1)!.mutations).toEqual([]);
});

test('a batch that is too large is halved until it is accepted; a single item that is too large is parked', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push(await perform(db, 'ticket.open', newTicket(), environment.runtime));
  device.server = (path, input: { mutations: { id: string }[] }) => {
    const isTooLarge = input.mutations.length > 2 || input.mutations.some(({ id }) => id === ids[3]);
    return isTooLarge ? callFailure('refused', { code: 'REQUEST_TOO_LARGE' }) : eachMutation({})(path, input as never);
  };

  expect((await runPass(db, environment)).kind).toBe('idle');

  // The request without a mutation shows that the server accepts everything but that item.
  expect(device.requests().map(({ mutations }) => mutations.length)).toEqual([4, 2, 2, 1, 1, 0, 0]);
  expect(await db.outbox.toArray()).toMatchObject([
    { id: ids[3], state: 'failed', error: { status: 413, code: 'REQUEST_TOO_LARGE', open: true } },
  ]);
});

/** Queues ten replies to three tickets; returns their ids. */
async function tenReplies({ db, environment }: TestDevice): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 10; n++)
    ids.push(
      await perform(
        db,
        'ticket.reply',
        { id: uuidv7(), ticket_id: `t${n % 3}`, content: `Reply ${n}` },
        environment.runtime,
      ),
    );
  return ids;
}

test('OF-09 an hour of 500s is an outage: nothing is parked, and everything is sent in order afterwards', async () => {
  const device = await deviceOf(amina, () => callFailure('broken', { code: 'ERROR' }));
  const { db, environment } = device;
  const ids = await tenReplies(device);

  for (let pass = 0; pass < 60; pass++) expect((await runPass(db, environment)).kind).toBe('broken');
  const during = await db.outbox.orderBy('seq').toArray();
  expect(during.map(({ state, faults }) => ({ state, faults }))).toEqual(
    ids.map(() => ({ state: 'sent', faults: undefined })),
  );
  device.server = eachMutation({});
  expect((await runPass(db, environment)).kind).toBe('idle');

  expect(await db.outbox.count()).toBe(0);
  expect(device.requests().slice(60)).toMatchObject([{ mutations: ids.map((id) => ({ id })) }]);
});

test('the lane of an undecided item waits; when the item is sent again, everything is applied in order', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const ids = await tenReplies(device);
  const applied: string[] = [];
  let brokenOn = ids[0];
  device.server = (_path, { mutations }: SyncRequest) => {
    const held = new Set<string>();
    return nothingNew({
      results: mutations.map(({ id, lane }) => {
        if (id === brokenOn) held.add(lane);
        if (id === brokenOn) return { id, status: 500, code: 'ERROR', rows: [] };
        if (held.has(lane)) return { id, status: 424, code: 'WAITS_FOR_ANOTHER', rows: [] };
        applied.push(id);
        return { id, status: 200, code: 'SUCCESS', rows: [] };
      }),
    });
  };

  for (let pass = 0; pass < 12; pass++) await runPass(db, environment);
  const left = await db.outbox.orderBy('seq').toArray();
  expect(left.map(({ id }) => id)).toEqual([ids[0], ids[3], ids[6], ids[9]]);
  expect(left.map(({ state }) => state)).toEqual(['failed', 'sent', 'sent', 'sent']);
  brokenOn = undefined;
  expect(await resendUndecided(db)).toEqual({ resent: 1, refused: 0 });
  await runPass(db, environment);

  expect(await db.outbox.count()).toBe(0);
  expect(applied.slice(6)).toEqual([ids[0], ids[3], ids[6], ids[9]]);
});

test('the lane of a definitely refused item continues, and the item is not sent again unchanged', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const ids = await tenReplies(device);
  device.server = (path, input: SyncRequest) => {
    const answer = eachMutation({})(path, input as never) as unknown as SyncAnswer;
    const results = answer.results.map((one) => (one.id === ids[0] ? { ...one, status: 410, code: 'GONE' } : one));
    return { ...answer, results };
  };

  await runPass(db, environment);
  expect(await db.outbox.toArray()).toMatchObject([{ id: ids[0], state: 'failed' }]);

  expect(await resendUndecided(db)).toEqual({ resent: 0, refused: 1 });
  expect(await db.outbox.toArray()).toMatchObject([{ id: ids[0], state: 'failed' }]);
});

test('the one item for which a whole request is refused is found by halving, and it alone is parked', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(await perform(db, 'ticket.open', newTicket(), environment.runtime));
  device.server = (path, input: SyncRequest) =>
    input.mutations.some(({ id }) => id === ids[12])
      ? callFailure('refused', { code: 'INVALID_FIELDS' })
      : eachMutation({})(path, input as never);

  expect((await runPass(db, environment)).kind).toBe('idle');

  expect(await db.outbox.toArray()).toMatchObject([
    { id: ids[12], state: 'failed', error: { status: 400, code: 'INVALID_FIELDS', open: true } },
  ]);
});

test('while the server refuses every request, no item is parked', async () => {
  const device = await deviceOf(amina, () => callFailure('refused', { code: 'FORBIDDEN' }));
  const { db, environment } = device;
  const ids = await tenReplies(device);

  for (let pass = 0; pass < 10; pass++) expect((await runPass(db, environment)).kind).toBe('broken');

  expect((await db.outbox.orderBy('seq').toArray()).map(({ id, state }) => [id, state])).toEqual(
    ids.map((id) => [id, 'sent']),
  );
});

test('a pass ends when only items of a waiting lane are left', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const ids: string[] = [];
  for (let n = 0; n < batchMax + 10; n++) ids.push(await perform(db, 'ticket.open', newTicket(), environment.runtime));
  device.server = (path, input: SyncRequest) => {
    const answer = eachMutation({})(path, input as never) as unknown as SyncAnswer;
    return {
      ...answer,
      results: answer.results.map((one) => (one.id === ids[0] ? { ...one, status: 500, code: 'ERROR' } : one)),
    };
  };

  expect((await runPass(db, environment)).kind).toBe('busy');

  expect(device.requests().map(({ mutations }) => mutations.length)).toEqual([batchMax, 10]);
  expect(await db.outbox.count()).toBe(1);
});
