import { expect, test } from 'vitest';
import { syncProtocol } from '../../src/contract/sync-limits.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { liveSessionsOf, lockRights } from '../../src/server/platform/sessions.ts';
import { replying } from '../support/device.ts';
import { acts, behindPin, changes, newAdmin, pinned, world } from '../support/lost-rights.ts';

/*
 * Who may act is decided when the change is made (D-16): once the server has answered that an admin was switched off,
 * signed out, demoted or deleted, nothing of what that admin asked for before is written any more.
 */

const cases = acts.flatMap(([act, begin]) =>
  Object.entries(changes).map(([change, end]) => ({ act, begin, change, end })),
);

test.each(cases)('D-16 $act: nothing of it is done once its admin was $change', async ({ begin, end }) => {
  const admin = await newAdmin();
  const act = await begin(admin);

  const changed = end(admin).then(async ({ status }) => ({ status, traces: await traces(admin.id) }));
  // A change of rights that has to wait for the act was not answered yet: then the act may be done.
  const isBlocked = await Promise.race([changed.then(() => false), ...(act.blocked ? [act.blocked()] : [])]);
  const { status } = await act.finish();

  expect(await changed).toEqual({ status: 200, traces: await traces(admin.id) });
  expect(isBlocked ? [200] : [401, 403]).toContain(status);
  expect(world.errors).toEqual([]);
});

test.each(acts)('D-16 %s is done when nothing changes meanwhile', async (_name, begin) => {
  const admin = await newAdmin();
  const before = await traces(admin.id);

  const answer = await (await begin(admin)).finish();

  expect(answer.status).toBe(200);
  expect(await traces(admin.id)).not.toEqual(before);
});

test.each(Object.entries(changes))(
  'D-16 a push of 50 replies ends where its admin was %s, and carries no pull',
  async (_change, end) => {
    // Until a push was caught between its first and its last reply.
    const rounds = [];
    do rounds.push(await pushDuring(end));
    while (rounds.at(-1)!.written === 50 && rounds.length < 20);

    expect(rounds.filter(({ written, inTheEnd }) => written !== inTheEnd)).toEqual([]);
    expect(rounds.at(-1)).toMatchObject({ changed: 200, status: 401, code: 'UNAUTHENTICATED', pulled: undefined });
  },
);

async function pushDuring(end: (typeof changes)[string]) {
  const admin = await newAdmin();
  const mutations = await Promise.all(Array.from({ length: 50 }, async () => replying({ ticket: await newTicket() })));
  const pass = { protocol: syncProtocol, epoch: null, cursor: null, before: null, mutations };
  const pushed = admin.client.post('/api/sync', pass);
  await expect.poll(() => responsesOf(admin.id), { interval: 1 }).toBeGreaterThan(0);

  const { status: changed } = await end(admin);
  const written = await responsesOf(admin.id);
  const { status, body } = await pushed;
  const inTheEnd = await responsesOf(admin.id);
  return { changed, written, inTheEnd, status, code: body.code, pulled: body.older };
}

test('D-16 a session whose rights were checked in a transaction does not end before that transaction', async () => {
  const admin = await newAdmin();
  const [session] = await liveSessionsOf(world.means.reader, admin.id, world.means.now());
  const order: string[] = [];
  const checked = Promise.withResolvers<void>();
  const acting = inTransaction(world.means.db, async (tx) => {
    expect(await lockRights(tx, session!.id, world.means.now())).not.toBeNull();
    checked.resolve();
    // Long enough for the other transaction to end, were it not for the lock.
    await new Promise((resolve) => setTimeout(resolve, 300));
    order.push('acted');
  });
  await checked.promise;
  await changes['signed out']!(admin).then(() => order.push('signed out'));
  await acting;

  expect(order).toEqual(['acted', 'signed out']);
});

test('D-16 a key that was refused because the right was lost stays free', async () => {
  const admin = await newAdmin();
  const act = await behindPin(admin, pinned['a credit']!());
  await changes['signed out']!(admin);
  await act.finish();

  expect(await keysOf(admin.id)).toEqual([]);
});

test('D-16 a refusal is neither told to nor kept for an admin who lost the right meanwhile', async () => {
  const admin = await newAdmin();
  const path = `/api/users/${world.people.amina.id}/balance/subtract`;
  const act = await behindPin(admin, [path, { amount: 900_000, pin: '407193' }]);
  await changes['switched off']!(admin);

  expect((await act.finish()).body.code).toBe('UNAUTHENTICATED');
  expect(await keysOf(admin.id)).toEqual([]);
});

async function keysOf(adminId: number): Promise<{ key: string }[]> {
  return world.means.db.selectFrom('outcomes').select('key').where('user_id', '=', adminId).execute();
}

async function newTicket(): Promise<string> {
  const answer = await world.as('amina').post('/api/tickets', { subject: 'Tea', type: 'general', content: 'Cold.' });
  return answer.body.ticket.id as string;
}

async function responsesOf(adminId: number): Promise<number> {
  const rows = await world.means.reader.selectFrom('responses').select('id').where('user_id', '=', adminId).execute();
  return rows.length;
}

/** Everything an admin has left behind: audit log, responses, ledger, files, keys. */
async function traces(adminId: number) {
  const { db } = world.means;
  const [audit, responses, ledger, files, outcomes, products, users] = await Promise.all([
    db
      .selectFrom('audit')
      .select('id')
      .where('actor_id', '=', adminId)
      .where('action', 'not like', 'session.%')
      .execute(),
    db.selectFrom('responses').select('id').where('user_id', '=', adminId).execute(),
    db.selectFrom('ledger').select('id').execute(),
    db.selectFrom('files').select('id').where('user_id', '=', adminId).execute(),
    db.selectFrom('outcomes').select('key').where('user_id', '=', adminId).execute(),
    db.selectFrom('products').select(['id', 'rev']).execute(),
    db.selectFrom('users').select('id').execute(),
  ]);
  return { audit, responses, ledger, files, outcomes, products, users: users.length };
}
