import { pino } from 'pino';
import type { Logger } from './context.ts';
import { currentRequest } from './request-scope.ts';

/** One JSON line for each event on standard error; what could be a secret is left out wherever it stands. */
export function createLogger(level: 'error' | 'warn' | 'info' | 'debug' | 'silent'): Logger {
  const names = ['password', 'pin', 'token', 'authorization', 'cookie', 'pepper'];
  const redact = { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true };
  const destination = pino.destination(2);
  // A log that cannot be written, since its disk is full or its reader has left, must not end the process.
  destination.on('error', () => undefined);
  return pino(
    { level, base: null, redact, timestamp: () => `,"time":"${new Date().toISOString()}"`, mixin: idOfRequest },
    destination,
  );
}

/** Lets a line that is written for a request carry its id. */
function idOfRequest(): { requestId?: string } {
  const requestId = currentRequest()?.requestId;
  return requestId === undefined ? {} : { requestId };
}

/** Logs what Node itself would print: its warnings, and the error on which the process then ends with 1. */
export function logProcess(log: Logger): void {
  process.stdout.on('error', () => undefined);
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'the process ends on an unexpected error');
    process.exit(1);
  });
}
