import { pino } from 'pino';
import type { Logger } from './context.ts';

/** One JSON line for each event on standard error; what could be a secret is left out wherever it stands. */
export function createLogger(level: 'error' | 'warn' | 'info' | 'debug' | 'silent'): Logger {
  const names = ['password', 'pin', 'token', 'authorization', 'cookie', 'pepper'];
  const redact = { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true };
  return pino(
    { level, base: null, redact, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    pino.destination(2),
  );
}
