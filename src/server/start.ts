import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { demoAtStart } from './demo/first-start.ts';
import { endWithNpm } from './parent.ts';
import { holdForServer } from './platform/database/exclusive-use.ts';
import type { Logger } from './platform/context.ts';
import { drain } from './platform/http/drain.ts';
import { logProcess } from './platform/log.ts';
import { openMeans } from './platform/means.ts';
import { OperatorError, readArguments, runCommand } from './platform/operator-error.ts';
import { readSettings, type Settings } from './platform/settings.ts';

/** Ms a stopping server waits for the answers under way. */
const patience = 10_000;

/** Starts the server of the environment's settings; the process ends with 1 when it cannot, and stops on a signal. */
export async function start(): Promise<void> {
  await runCommand(serve);
}

async function serve(): Promise<void> {
  readArguments('npm start, with settings from the environment', {});
  endWithNpm();
  const settings = readSettings(process.env);
  await holdForServer(settings.database);
  const open = await openMeans(settings, settings.production ? {} : { onLetter: showLink });
  await open.means.files.check();
  const accounts = await demoAtStart(open.means);
  const app = await createApp(open.means);
  const port = await listen(app, settings);
  open.listensAt(`http://${readableHost(settings.host)}:${port}`);
  stopOnSignal(open.means.log, async () => {
    await drain(app);
    await open.close();
  });
  logProcess(open.means.log);
  if (settings.production) warnOfCatcher(open.means.log, settings.mail);
  open.means.log.info({ port, database: open.kind, migrated: open.migrated }, 'listening');
  console.log(`Comptoir is at ${open.means.home()}`);
  for (const { role, email, password } of accounts) console.log(`  ${role.padEnd(6)} ${email}  ${password}`);
}

/** Returns the port. Throws an OperatorError when HOST and PORT cannot be listened on. */
async function listen(app: FastifyInstance, { host, port }: Settings): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const sentence = listenMistakes[String((error as NodeJS.ErrnoException).code)];
    throw sentence ? new OperatorError(sentence(host, port)) : error;
  }
  return (app.server.address() as AddressInfo).port;
}

const unknownHost = (host: string): string => `HOST ${host} is no address of this machine.`;
const listenMistakes: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) => `PORT ${port} of ${host} is taken: stop the program that listens there, or set another.`,
  EACCES: (_host, port) => `PORT ${port} is not for this user: set one from 1024 up.`,
  EADDRNOTAVAIL: unknownHost,
  EAI_AGAIN: unknownHost,
  EINVAL: unknownHost,
  ENOTFOUND: unknownHost,
};

/** Mail catchers such as Mailpit listen on port 1025, where no mail server does. */
function warnOfCatcher(log: Logger, mail: Settings['mail']): void {
  if (mail.kind !== 'smtp' || new URL(mail.url).port !== '1025') return;
  log.warn({ host: new URL(mail.url).hostname }, 'SMTP_URL is that of a mail catcher: no e-mail reaches anybody');
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
