import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withDatabase } from '../support/backups.ts';
import type { TestClient } from '../support/client.ts';
import { countEvents } from '../support/count-events.ts';
import { createDevice, openTicketMutation, replyMutation } from '../support/device.ts';
import { emptyInstallation } from '../support/programs.ts';
import {
  createRoot,
  leila,
  rootUser,
  signInLeila,
  startBothReleases,
  startNode,
  tokenOf,
  unpackReleaseBefore,
  type BothReleases as Both,
  type Installation,
  type Node,
} from '../support/release-before.ts';
import { linkIn, startSmtpServer, type SmtpServer } from '../support/smtp-server.ts';
import { databaseKind } from '../support/test-server.ts';

let release: ReturnType<typeof unpackReleaseBefore>;
beforeAll(() => void (release = unpackReleaseBefore()));
afterAll(() => release.remove());

const nour = { name: 'Nour', email: 'nour@example.test', password: 'une autre phrase' };
const unreachable = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Shop <shop@example.test>' };

async function installationWithMail(): Promise<{ installation: Installation; smtpServer: SmtpServer }> {
  const smtpServer = await startSmtpServer();
  return { smtpServer, installation: { ...(await emptyInstallation()), ...unreachable, SMTP_URL: smtpServer.url } };
}

/** Every order of the two: what the first did must be readable by the second. */
const directions = [
  ['this version', 'the release before', ({ before, current }: Both) => [current, before] as const],
  ['the release before', 'this version', ({ before, current }: Both) => [before, current] as const],
] as const;
/** Ends the pauses after failed attempts to send an e-mail. */
const endPauses = (installation: Installation) =>
  withDatabase(installation, (db) =>
    db.updateTable('letters').set({ next_at: 0 }).where('sent_at', 'is', null).execute(),
  );

/** Registers on one server and returns the token of the e-mailed link. */
async function registerOn(node: Node, smtpServer: SmtpServer, who = leila): Promise<string> {
  expect((await node.guest.post('/api/auth/register', who)).status).toBe(200);
  await expect.poll(() => smtpServer.emails.length).toBe(1);
  return linkIn(smtpServer.emails[0]!).searchParams.get('token')!;
}

// Two servers at once need PostgreSQL: SQLite is one machine's file.
describe.runIf(databaseKind === 'postgres')('two releases on one database', () => {
  test.each(directions)(
    'D-29 D-19 a registration on %s is confirmed on %s, with its password',
    async (_a, _b, order) => {
      const { installation, smtpServer } = await installationWithMail();
      const [first, second] = order(await startBothReleases(release, installation));

      const token = await registerOn(first, smtpServer);
      const confirmed = await second.guest.post('/api/auth/email/confirm', { token });

      expect(confirmed.body).toEqual({ code: 'SUCCESS' });
      for (const node of [first, second]) expect(await tokenOf(node, leila)).not.toBe('');
    },
  );

  test.each(directions)('D-29 a session, a new password and a sign-out of %s count on %s', async (_a, _b, order) => {
    const installation = await emptyInstallation();
    const [first, second] = order(await startBothReleases(release, installation));
    const token = await tokenOf(first, rootUser);
    const phone = await tokenOf(first, rootUser);

    expect((await second.as(token).get('/api/auth/current')).status).toBe(200);
    const change = { current_password: rootUser.password, password: 'another phrase that is long' };
    expect((await second.as(token).post('/api/auth/password', change)).body.code).toBe('SUCCESS');
    expect((await first.as(phone).get('/api/auth/current')).status).toBe(401);
    expect(await tokenOf(first, { ...rootUser, password: change.password })).not.toBe('');
    await first.as(token).post('/api/auth/logout');
    expect((await second.as(token).get('/api/auth/current')).status).toBe(401);
  });

  test.each(directions)(
    'D-29 a ticket of %s is answered on %s, whose device goes on from its cursor',
    async (_a, _b, order) => {
      const installation = await emptyInstallation();
      const [first, second] = order(await startBothReleases(release, installation));
      const admin = await tokenOf(first, rootUser);
      const { token } = await signInLeila(first, admin);
      let node = first;
      const client: TestClient = {
        get: (...call) => node.as(token).get(...call),
        post: (...call) => node.as(token).post(...call),
        delete: (...call) => node.as(token).delete(...call),
      };
      const phone = createDevice(client);
      const events = await countEvents(first.url, token);
      const opened = openTicketMutation();
      await phone.catchUp([opened]);

      const reply = { content: 'From the other release' };
      const answered = await second.as(admin).post(`/api/tickets/${opened.lane}/response`, reply);
      expect(answered.body.code).toBe('SUCCESS');
      await expect.poll(events).toBeGreaterThan(1);
      node = second;
      const [pulled] = await phone.catchUp([replyMutation({ ticket: opened.lane })]);

      expect([pulled!.reset, pulled!.total]).toEqual([false, null]);
      expect(phone.row('tickets', opened.lane)).toMatchObject({ responses_count: 2 });
      node = first;
      const again = await phone.exchange([opened]);
      expect([again.reset, again.results.map(({ status }) => status)]).toEqual([false, [200]]);
      const { body } = await first.as(token).get(`/api/tickets/${opened.lane}`);
      expect(body.responses).toHaveLength(2);
    },
  );

  test('D-29 S2R-17 goals set on this version outlast a change of the shop on the release before', async () => {
    const { before, current } = await startBothReleases(release, await emptyInstallation());
    const admin = await tokenOf(before, rootUser);
    const hours = Array.from({ length: 7 }, () => null);
    const goals = { high: 2, medium: 8, low: 48 };
    const save = async (node: Node, shop: object) =>
      expect((await node.as(admin).post('/api/shop', { hours, ...shop })).body.code).toBe('SUCCESS');
    await save(current, { name: 'Souk', goals });

    await save(before, { name: 'Bazaar' });

    expect((await current.as(admin).get('/api/shop')).body.shop).toMatchObject({ name: 'Bazaar', goals });
    expect((await before.as(admin).get('/api/shop')).body.shop).toMatchObject({ name: 'Bazaar' });
    const device = createDevice(before.as(admin));
    await device.catchUp();
  });

  test.each(directions)('D-29 OF-32 an e-mail that %s queued is sent by %s, once', async (firstName, _b, order) => {
    const { installation, smtpServer } = await installationWithMail();
    const mailOf = firstName === 'this version' ? { current: unreachable } : { before: unreachable };
    const [first] = order(await startBothReleases(release, installation, mailOf));

    expect((await first.guest.post('/api/auth/register', leila)).status).toBe(200);

    await expect
      .poll(async () => {
        await endPauses(installation);
        return smtpServer.emails.map(({ to }) => to);
      })
      .toEqual([[leila.email]]);
    const waiting = () =>
      withDatabase(installation, (db) => db.selectFrom('letters').select('id').where('sent_at', 'is', null).execute());
    await expect.poll(waiting).toEqual([]);
    expect(smtpServer.emails).toHaveLength(1);
  });
});

test('D-29 this version goes on with what the release before has left: session, link, key, cursor and e-mail', async () => {
  const { installation, smtpServer } = await installationWithMail();
  await createRoot(installation, release.folder);
  const before = await startNode(installation, release.folder);
  const { token } = await signInLeila(before, await tokenOf(before, rootUser));
  const phone = createDevice(before.as(token));
  const opened = openTicketMutation();
  await phone.catchUp([opened]);
  const link = await registerOn(before, smtpServer, nour);
  smtpServer.isDown = true;
  expect((await before.guest.post('/api/auth/register', { ...nour, email: 'sami@example.test' })).status).toBe(200);
  expect(await before.stop('SIGTERM')).toBe(0);
  smtpServer.isDown = false;
  await endPauses(installation);

  const current = await startNode(installation);

  expect((await current.guest.post('/api/auth/email/confirm', { token: link })).body).toEqual({ code: 'SUCCESS' });
  expect(await tokenOf(current, nour)).not.toBe('');
  const { epoch, cursor, before: position } = phone;
  const same = Object.assign(createDevice(current.as(token)), { epoch, cursor, before: position });
  const again = await same.exchange([opened]);
  expect([again.reset, again.results.map(({ status }) => status)]).toEqual([false, [200]]);
  expect((await current.as(token).get('/api/tickets')).body.total).toBe(1);
  await expect.poll(() => smtpServer.emails.map(({ to }) => to.join())).toEqual([nour.email, 'sami@example.test']);
});
