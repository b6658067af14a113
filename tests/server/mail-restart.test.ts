import { expect, test } from 'vitest';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { clientOf } from '../support/client.ts';
import { emptyInstallation, startProgram } from '../support/programs.ts';
import { startSmtpServer, type SmtpServer } from '../support/smtp-server.ts';
import { databaseKind } from '../support/test-server.ts';

type Installation = Record<string, string>;

async function installationWithMail(): Promise<{ installation: Installation; smtpServer: SmtpServer }> {
  const smtpServer = await startSmtpServer();
  return {
    smtpServer,
    installation: { ...(await emptyInstallation()), SMTP_URL: smtpServer.url, MAIL_FROM: 'Shop <shop@example.test>' },
  };
}

const register = async (url: string, who: string) => {
  const body = { name: who, email: `${who}@example.test`, password: 'une bonne phrase' };
  expect((await clientOf(url, async () => ({})).post('/api/auth/register', body)).status).toBe(200);
};

/** Ends every pause between two attempts and every lease of a killed server, instead of waiting for it. */
async function endPausesAndLeases(installation: Installation): Promise<void> {
  const { db, close } = await openDatabase(readSettings(installation).database, () => undefined);
  await db.updateTable('letters').set({ next_at: 0 }).where('sent_at', 'is', null).execute();
  await db.updateTable('letters').set({ leased_until: 1 }).where('leased_until', 'is not', null).execute();
  await close();
}

const recipients = (smtpServer: SmtpServer) => smtpServer.emails.map(({ to }) => to.join()).toSorted();

test('when a server is killed while it sends e-mails, the next server sends each of them once', async () => {
  const { installation, smtpServer } = await installationWithMail();
  smtpServer.delayMs = 30_000;
  const first = await startProgram(installation);
  const people = Array.from({ length: 12 }, (_, number) => `person${number}`);
  for (const who of people) await register(first.url, who);
  await expect.poll(() => smtpServer.connections).toBe(8);
  await first.stop('SIGKILL');
  smtpServer.isDown = true;
  smtpServer.delayMs = 0;
  smtpServer.isDown = false;

  await endPausesAndLeases(installation);
  const second = await startProgram(installation);

  await expect.poll(() => recipients(smtpServer)).toEqual(people.map((who) => `${who}@example.test`).toSorted());
  expect(await second.stop('SIGTERM')).toBe(0);
});

test('a server that is stopped while sending an e-mail finishes it, and the next one does not send it again', async () => {
  const { installation, smtpServer } = await installationWithMail();
  smtpServer.delayMs = 1_500;
  const first = await startProgram(installation);
  await register(first.url, 'leila');
  await expect.poll(() => smtpServer.connections).toBe(1);

  expect(await first.stop('SIGTERM')).toBe(0);
  expect(recipients(smtpServer)).toEqual(['leila@example.test']);
  smtpServer.delayMs = 0;
  await endPausesAndLeases(installation);
  const second = await startProgram(installation);
  await register(second.url, 'nour');

  await expect.poll(() => recipients(smtpServer)).toEqual(['leila@example.test', 'nour@example.test']);
});

test('e-mails that waited for the mail server are sent once each when it is back, by any number of servers', async () => {
  const { installation, smtpServer } = await installationWithMail();
  smtpServer.isDown = true;
  // SQLite is one machine's file: several server nodes need PostgreSQL.
  const nodes = [
    await startProgram(installation),
    ...(databaseKind === 'postgres' ? [await startProgram(installation)] : []),
  ];
  const people = Array.from({ length: 12 }, (_, number) => `person${number}`);
  for (const [turn, who] of people.entries()) await register(nodes[turn % nodes.length]!.url, who);
  expect(await nodes[0]!.stop('SIGTERM')).toBe(0);
  nodes[0] = await startProgram(installation);

  smtpServer.faults.push({ at: 'RCPT', say: '450 not yet' }, 'hang up in DATA');
  smtpServer.isDown = false;
  await endPausesAndLeases(installation);

  const wanted = people.map((who) => `${who}@example.test`).toSorted();
  // Each fault delays one e-mail.
  await expect.poll(() => recipients(smtpServer).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted.length - 2);
  await endPausesAndLeases(installation);
  await expect.poll(() => recipients(smtpServer), { timeout: 30_000 }).toEqual(wanted);
});
