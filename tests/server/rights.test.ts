import { expect, test } from 'vitest';
import { syncProtocol } from '../../src/contract/sync-limits.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { liveSessionsOf, lockRights } from '../../src/server/platform/sessions.ts';
import { replyMutation } from '../support/device.ts';
import { acts, waitInPinCheck, waysToEndRights, newAdmin, callsWithPin, server } from '../support/lost-rights.ts';

/*
 * Permission is checked when the change is made (D-16): once the server has answered that an admin was switched off,
 * signed out, demoted or deleted, no earlier request of that admin changes anything.
 */

const cases = acts.flatMap(([act, begin]) =>
  Object.entries(waysToEndRights).map(([change, end]) => ({ act, begin, change, end })),
);

test.each(cases)('D-16 $act changes nothing once its admin was $change', async ({ begin, end }) => {
  const admin = await newAdmin();
  const act = await begin(admin);

  const changed = end(admin).then(async ({ status }) => ({ status, traces: await tracesOf(admin.id) }));
  // A change of rights that waits for the act is answered only after it: then the act may succeed.
  const isBlocked = await Promise.race([changed.then(() => false), ...(act.untilBlocked ? [act.untilBlocked()] : [])]);
  const { status } = await act.finish();

  expect(await changed).toEqual({ status: 200, traces: await tracesOf(admin.id) });
  expect(isBlocked ? [200] : [401, 403]).toContain(status);
  expect(server.errors).toEqual([]);
});

test.each(acts)('D-16 %s is done while the admin keeps the rights', async (_name, begin) => {
  const admin = await newAdmin();
  const before = await tracesOf(admin.id);

  const answer = await (await begin(admin)).finish();

  expect(answer.status).toBe(200);
  expect(await tracesOf(admin.id)).not.toEqual(before);
});

test.each(Object.entries(waysToEndRights))(
  'D-16 a push of 50 replies stops when its admin was %s, and nothing is pulled',
  async (_change, end) => {
    // Repeats until the rights end between the first and the last reply of a push.
    const rounds = [];
    do rounds.push(await pushDuring(end));
    while (rounds.at(-1)!.written === 50 && rounds.length < 20);

    expect(rounds.filter(({ written, inTheEnd }) => written !== inTheEnd)).toEqual([]);
    expect(rounds.at(-1)).toMatchObject({ changed: 200, status: 401, code: 'UNAUTHENTICATED', pulled: undefined });
  },
);

async function pushDuring(end: (typeof waysToEndRights)[string]) {
  const admin = await newAdmin();
  const mutations = [];
  // One after the other: a busy machine refuses some of 50 at once.
  for (let count = 0; count < 50; count += 1) mutations.push(replyMutation({ ticket: await newTicket() }));
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
  const [session] = await liveSessionsOf(server.services.reader, admin.id, server.services.now());
  const steps: string[] = [];
  const checked = Promise.withResolvers<void>();
  const acting = inTransaction(server.services.db, async (tx) => {
    expect(await lockRights(tx, session!.id, server.services.now())).not.toBeNull();
    checked.resolve();
    // Without the lock, the other transaction would end in this time.
    await new Promise((resolve) => setTimeout(resolve, 300));
    steps.push('acted');
  });
  await checked.promise;
  await waysToEndRights['signed out']!(admin).then(() => steps.push('signed out'));
  await acting;

  expect(steps).toEqual(['acted', 'signed out']);
});

test('D-16 a key whose request was refused because the rights had ended stays unused', async () => {
  const admin = await newAdmin();
  const act = await waitInPinCheck(admin, callsWithPin['a credit']!());
  await waysToEndRights['signed out']!(admin);
  await act.finish();

  expect(await keysOf(admin.id)).toEqual([]);
});

test('D-16 a refusal is neither returned to nor stored for an admin who lost the right meanwhile', async () => {
  const admin = await newAdmin();
  const path = `/api/users/${server.users.amina.id}/balance/subtract`;
  const act = await waitInPinCheck(admin, [path, { amount: 900_000, pin: '407193' }]);
  await waysToEndRights['switched off']!(admin);

  expect((await act.finish()).body.code).toBe('UNAUTHENTICATED');
  expect(await keysOf(admin.id)).toEqual([]);
});

async function keysOf(adminId: number): Promise<{ key: string }[]> {
  return server.services.db.selectFrom('outcomes').select('key').where('user_id', '=', adminId).execute();
}

async function newTicket(): Promise<string> {
  const answer = await server.as('amina').post('/api/tickets', { subject: 'Tea', type: 'general', content: 'Cold.' });
  return answer.body.ticket.id as string;
}

async function responsesOf(adminId: number): Promise<number> {
  const rows = await server.services.reader
    .selectFrom('responses')
    .select('id')
    .where('user_id', '=', adminId)
    .execute();
  return rows.length;
}

/** All rows that the acts of an admin add or change. */
async function tracesOf(adminId: number) {
  const { db } = server.services;
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
