import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { startDigest } from './features/dashboard/digest.ts';
import { startExpiry } from './features/stock/expire.ts';
import { startReminder } from './features/topup-settings/reminder.ts';
import { seedAtStart } from './load-demo.ts';
import { requireCurrency } from './ledger/currency.ts';
import { requireCodesKeys } from './shared/codes-keys.ts';
import { exitWithNpm } from './parent.ts';
import { lockForServer } from './platform/database/exclusive-use.ts';
import type { Logger } from './platform/base/logger.ts';
import { refuseReachableDemoAccounts } from './platform/demo-accounts.ts';
import { drain } from './platform/http/drain.ts';
import { logProcess } from './platform/base/logger.ts';
import { openServices } from './platform/services.ts';
import { OperatorError, readArguments, runCommand } from './platform/base/operator-error.ts';
import { readSettings, type Settings } from './platform/base/settings.ts';

/** How long a stopping server waits for current requests. */
const stopTimeoutMs = 10_000;

/**
 * Starts the server with the settings of the environment; the process ends with exit code 1 when that fails, and stops
 * on a signal.
 */
export async function start(): Promise<void> {
  await runCommand(serve);
}

async function serve(): Promise<void> {
  readArguments('npm start, with settings from the environment', {});
  exitWithNpm();
  const settings = readSettings(process.env);
  await lockForServer(settings.database);
  const opened = await openServices(settings, settings.production ? {} : { onEmailSent: showLink });
  const { services } = opened;
  await requireCurrency(services);
  await requireCodesKeys(services);
  await services.files.check();
  await refuseReachableDemoAccounts(services);
  const accounts = await seedAtStart(services);
  const app = await createApp(services);
  const port = await listen(app, settings);
  opened.setListenUrl(`http://${readableHost(settings.host)}:${port}`);
  const digest = settings.sendsDigest ? startDigest(services) : undefined;
  const reminder = startReminder(services);
  const expiry = startExpiry(services);
  stopOnSignal(services.log, async () => {
    await drain(app);
    await Promise.all([digest?.stop(), reminder.stop(), expiry.stop()]);
    await opened.close();
  });
  logProcess(services.log);
  if (settings.production) warnOfMailCatcher(services.log, settings.mail);
  services.log.info({ port, database: opened.kind, migrated: opened.migrated }, 'listening');
  console.log(`Comptoir is at ${services.publicUrl()}`);
  for (const { role, email, password } of accounts) console.log(`  ${role.padEnd(6)} ${email}  ${password}`);
}

/** Returns the port. Throws an OperatorError when the server cannot listen on HOST and PORT. */
async function listen(app: FastifyInstance, { host, port }: Settings): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const sentence = listenErrors[String((error as NodeJS.ErrnoException).code)];
    throw sentence ? new OperatorError(sentence(host, port)) : error;
  }
  return (app.server.address() as AddressInfo).port;
}

const unknownHost = (host: string): string => `HOST ${host} is not an address of this machine.`;
const listenErrors: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `PORT ${port} of ${host} is taken: stop the program that listens there, or set another port.`,
  EACCES: (_host, port) => `This user may not listen on PORT ${port}: set a port from 1024 up.`,
  EADDRNOTAVAIL: unknownHost,
  EAI_AGAIN: unknownHost,
  EINVAL: unknownHost,
  ENOTFOUND: unknownHost,
};

/** Warns when SMTP_URL has port 1025: mail catchers such as Mailpit listen there, mail servers do not. */
function warnOfMailCatcher(log: Logger, mail: Settings['mail']): void {
  if (mail.kind !== 'smtp' || new URL(mail.url).port !== '1025') return;
  log.warn({ host: new URL(mail.url).hostname }, 'SMTP_URL is that of a mail catcher: no e-mail reaches anybody');
}

/** Prints the link of each e-mail outside of production, so that a trial needs no mail server. */
function showLink(recipient: string, link: string): void {
  console.log(`E-mail to ${recipient}: ${link}`);
}

function readableHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host;
}

function stopOnSignal(log: Logger, close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), stopTimeoutMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'an error occurred while the server was stopping');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
