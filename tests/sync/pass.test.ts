import { describe, expect, test } from 'vitest';
import { entities } from '../../src/contract/sync-limits.ts';
import { start } from '../../src/client/local/meta.ts';
import { newId } from '../../src/client/local/ids.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { amina, deviceOf, eachMutation, fails, newTicket, nothingNew, ticketChange, ticketRow } from './support.ts';

const at = { ...start, epoch: 'e1', cursor: 'c1' };

test('what waits leaves under its own id, and goes when the server has it', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, outside.means);
  device.server = eachMutation({ rows: [ticketChange(args.id, 1)] });

  expect(await runPass(db, outside)).toEqual({ kind: 'idle' });

  expect(device.requests()[0]).toMatchObject({
    protocol: 1,
    epoch: null,
    cursor: null,
    before: null,
    mutations: [{ id, kind: 'ticket.open', v: 1, lane: args.id, args }],
  });
  expect(await db.outbox.count()).toBe(0);
  expect(await db.shadow.count()).toBe(0);
  expect(await db.tickets.get(args.id)).toMatchObject({ number: 1042, rev: 1 });
  expect(await db.fact('lastSyncAt')).toBe(device.clock.now);
});

test('a reply is sent again under the same id when its answer was lost', async () => {
  const device = await deviceOf(amina, () => fails('unreachable'));
  const { db, outside } = device;
  const id = await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'Hello?' }, outside.means);

  expect(await runPass(db, outside)).toEqual({ kind: 'offline' });
  expect(await db.outbox.get({ id })).toMatchObject({ state: 'sent', attempts: 1 });
  device.server = eachMutation({});
  expect(await runPass(db, outside)).toEqual({ kind: 'idle' });

  expect(device.requests().map(({ mutations }) => mutations[0]?.id)).toEqual([id, id]);
  expect(await db.outbox.count()).toBe(0);
});

test('the first load comes page by page and tells how far it is', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const pages = [
    nothingNew({ older: [ticketChange('t1', 1)], before: '4:a', more: true, total: 3 }),
    nothingNew({
      older: [ticketChange('t2', 1), ticketChange('t3', 1)],
      changes: [ticketChange('t1', 2, { status: 'open' })],
      cursor: 'c2',
    }),
  ];
  const progress: unknown[] = [];
  device.server = async () => {
    progress.push(await db.fact('load'));
    return pages.shift()!;
  };

  await runPass(db, outside);

  expect(device.requests().map(({ cursor, before }) => [cursor, before])).toEqual([
    [null, null],
    ['c1', '4:a'],
  ]);
  expect(progress).toEqual([undefined, { done: 1, total: 3 }]);
  expect(await db.fact('load')).toBeUndefined();
  expect(await db.tickets.orderBy('id').primaryKeys()).toEqual(['t1', 't2', 't3']);
  expect((await db.tickets.get('t1'))?.status).toBe('open');
});

test('an answer that comes after another pass has moved on is thrown away', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  await db.setFact('at', at);
  let first = true;
  device.server = async () => {
    if (!first) return nothingNew({ cursor: 'c3' });
    first = false;
    await db.setFact('at', { ...at, cursor: 'c2' });
    return nothingNew({ cursor: 'c1', changes: [ticketChange('t1', 1)] });
  };

  await runPass(db, outside);

  expect(device.requests().map(({ cursor }) => cursor)).toEqual(['c1', 'c2']);
  expect(await db.tickets.count()).toBe(0);
  expect((await db.fact('at'))?.cursor).toBe('c3');
});

test('beginning anew empties the cache and keeps what waits', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  await db.setFact('at', at);
  await db.tickets.bulkPut([ticketRow('t1'), ticketRow('t2')].map((row) => ({ ...row, rev: 3 })) as never);
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, outside.means);
  const shown: unknown[] = [];
  const answers = [nothingNew({ reset: true, cursor: '', more: true, epoch: 'e2' }), null];
  device.server = async (path, input) => {
    shown.push(await db.tickets.toCollection().primaryKeys());
    return (
      answers.shift() ??
      (eachMutation({}, { older: [ticketChange('t2', 9)], epoch: 'e2' })(path, input) as Record<string, unknown>)
    );
  };

  await runPass(db, outside);

  expect(shown[1]).toEqual([args.id]);
  expect(device.requests()[1]).toMatchObject({ epoch: 'e2', cursor: null, before: null, mutations: [{ id }] });
  expect(await db.tickets.toCollection().primaryKeys()).toEqual(['t2']);
});

test("a pass never goes with another person's session", async () => {
  const device = await deviceOf(amina);
  device.session.token = null;
  await perform(device.db, 'ticket.open', newTicket(), device.outside.means);

  expect(await runPass(device.db, device.outside)).toEqual({ kind: 'signIn' });

  expect(device.asked).toEqual([]);
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
  expect(await device.db.fact('pause')).toBe('signIn');
});

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
      if (state === 'failed' || state === 'conflict') expect(item?.error).toMatchObject(result);
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

test('signed out or outdated, nothing is dropped and the reason is kept', async () => {
  const device = await deviceOf(amina, () => fails('signedOut'));
  const { db, outside } = device;
  await perform(db, 'ticket.open', newTicket(), outside.means);

  expect(await runPass(db, outside)).toEqual({ kind: 'signIn' });
  expect(await db.fact('pause')).toBe('signIn');
  device.server = () => fails('outdated');
  expect(await runPass(db, outside)).toEqual({ kind: 'outdated' });
  expect(await db.fact('pause')).toBe('outdated');
  device.server = eachMutation({});
  await runPass(db, outside);

  expect(await db.fact('pause')).toBeUndefined();
  expect(await db.outbox.count()).toBe(0);
});

test('JSON that is not an answer of sync is not taken for one', async () => {
  const { db, outside } = await deviceOf(amina, () => ({ login: 'please' }));

  expect(await runPass(db, outside)).toEqual({ kind: 'offline' });
});

test('a busy server says when to come again', async () => {
  const { db, outside } = await deviceOf(amina, () => fails('busy', { retryAfter: 20_000 }));

  expect(await runPass(db, outside)).toEqual({ kind: 'busy', retryAfter: 20_000 });
});

test('a server that forgets a result is asked once more, not for ever', async () => {
  const device = await deviceOf(amina);
  await perform(device.db, 'ticket.open', newTicket(), device.outside.means);

  expect((await runPass(device.db, device.outside)).kind).toBe('busy');

  expect(device.requests()).toHaveLength(1);
});

test('the diary of passes keeps 200 lines and no content', async () => {
  const { db, outside } = await deviceOf(amina, eachMutation({}));
  await perform(db, 'ticket.open', newTicket(), outside.means);

  for (let pass = 0; pass < 205; pass++) await runPass(db, outside);

  expect(await db.synclog.count()).toBe(200);
  expect(JSON.stringify(await db.synclog.toArray())).not.toContain('code did not come');
});

test('every table that follows the server takes its rows and gives them up', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const keys = { tickets: 'a', responses: 'b', notifications: 'c' } as Record<string, string>;
  const row = { title: 'x', name: 'x', email: 'x', items: [], read_at: null };
  const changes = entities.map((entity, n) => {
    const key = keys[entity] ?? String(n + 1);
    return { entity, key, rev: 1, row: { ...row, id: keys[entity] ?? n + 1 } };
  });
  device.server = () => nothingNew({ changes });
  await runPass(db, outside);
  expect(await Promise.all(entities.map((entity) => db.rows(entity).count()))).toEqual(entities.map(() => 1));

  device.server = () => nothingNew({ changes: changes.map((change) => ({ ...change, row: null })) });
  await runPass(db, outside);

  expect(await Promise.all(entities.map((entity) => db.rows(entity).count()))).toEqual(entities.map(() => 0));
});
