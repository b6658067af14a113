import { pino } from 'pino';
import { currentRequest } from './request-scope.ts';

/**
 * Levels: `error` when a developer must look, `warn` when the operator must, `info` when the state of the server
 * changes, `debug` for the rest.
 */
export interface Logger {
  error(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  info(fields: object, text: string): void;
  debug(fields: object, text: string): void;
}

/** Creates a logger that writes one JSON line per event to standard error, without fields that could be secrets. */
export function createLogger(level: 'error' | 'warn' | 'info' | 'debug' | 'silent'): Logger {
  const names = ['password', 'pin', 'token', 'authorization', 'cookie', 'pepper', 'codesKeys'];
  const redact = { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true };
  const destination = pino.destination(2);
  // A log that cannot be written (full disk, closed pipe) must not end the process.
  destination.on('error', () => undefined);
  return pino(
    { level, base: null, redact, timestamp: () => `,"time":"${new Date().toISOString()}"`, mixin: idOfRequest },
    destination,
  );
}

/** Adds the id of the current request to the line. */
function idOfRequest(): { requestId?: string } {
  const requestId = currentRequest()?.requestId;
  return requestId === undefined ? {} : { requestId };
}

/** Logs the warnings of Node, and an uncaught error, which then ends the process with exit code 1. */
export function logProcess(log: Logger): void {
  process.stdout.on('error', () => undefined);
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'the process ends on an unexpected error');
    process.exit(1);
  });
}
