import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp } from './app.ts';
import type { Logger } from './platform/context.ts';
import { drain } from './platform/http/drain.ts';
import { logProcess } from './platform/log.ts';
import { openMeans, type OpenMeans } from './platform/means.ts';
import { readArguments, runCommand } from './platform/operator-error.ts';
import { readSettings, type Settings } from './platform/settings.ts';

/** Ms a stopping server waits for the answers under way. */
const patience = 10_000;

/** Starts the server of the environment's settings; the process ends with 1 when it cannot, and stops on a signal. */
export async function start(): Promise<void> {
  await runCommand(serve);
}

async function serve(): Promise<void> {
  readArguments('npm start, with settings from the environment', {});
  const settings = readSettings(process.env);
  const open = await openMeans(settings, settings.production ? {} : { onLetter: showLink });
  const accounts = await fillEmpty(open, settings);
  const app = await createApp(open.means);
  await app.listen({ host: settings.host, port: settings.port });
  const { port } = app.server.address() as AddressInfo;
  open.listensAt(`http://${readableHost(settings.host)}:${port}`);
  stopOnSignal(open.means.log, async () => {
    await drain(app);
    await open.close();
  });
  logProcess(open.means.log);
  open.means.log.info({ port, database: open.kind, migrated: open.migrated }, 'listening');
  console.log(`Comptoir is at ${open.means.home()}`);
  for (const { role, email, password } of accounts) console.log(`  ${role.padEnd(6)} ${email}  ${password}`);
}

interface Account {
  role: string;
  email: string;
  password: string;
}

/** Fills an empty database with demo data, never in production; the accounts are told at later starts as well. */
async function fillEmpty({ means }: OpenMeans, settings: Settings): Promise<Account[]> {
  if (settings.production) return [];
  const note = join(settings.dataDir, 'demo-accounts.json');
  const someone = await means.reader.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (someone) return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as Account[]) : [];
  const { seedDemo } = await import('./demo/seed.ts');
  const accounts = await seedDemo(means);
  writeFileSync(note, JSON.stringify(accounts, null, 2), { mode: 0o600 });
  return accounts;
}

/** Outside of production a letter's link is told here too, so that nobody needs a mail program to try it. */
function showLink(recipient: string, link: string): void {
  console.log(`Letter to ${recipient}: ${link}`);
}

function readableHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host;
}

function stopOnSignal(log: Logger, close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), patience).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the server could not be stopped in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
