import { sqliteCodeOf } from '../base/disk-failure.ts';
import { OperatorError } from '../base/operator-error.ts';
import { isOutage } from './outage.ts';
import { locationOf } from '../base/settings.ts';

type DatabaseLocation = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

/**
 * Returns an OperatorError for an error of opening a database, or the error itself when no setting can be its cause.
 */
export function explainOpenError(location: DatabaseLocation, error: unknown): Error {
  if (!(error instanceof Error) || error instanceof OperatorError) return error as Error;
  const sentence =
    location.kind === 'sqlite' ? sqliteSentence(location.file, error) : postgresSentence(location.url, error);
  return sentence ? new OperatorError(sentence, { cause: error }) : error;
}

function sqliteSentence(file: string, error: Error & { code?: string }): string | undefined {
  if (error.code === 'EISDIR' || error.code === 'EACCES') return `${file} cannot be opened as a file (${error.code}).`;
  const reason = sqliteReasons[sqliteCodeOf(error) ?? 0];
  return reason && `${file} ${reason}.`;
}

/** By primary result code. `runCommand` has the sentences for a locked database and a full disk. */
const sqliteReasons: Record<number, string> = {
  8: 'cannot be written',
  10: 'cannot be read: its disk fails',
  11: 'is damaged: restore a backup',
  14: 'cannot be opened as a file',
  26: 'is not a SQLite database',
};

function postgresSentence(url: string, error: Error & { code?: string }): string | undefined {
  const place = locationOf({ kind: 'postgres', url });
  const code = error.code ?? error.message;
  if (code.startsWith('28'))
    return `PostgreSQL refuses the user or the password of DATABASE_URL for ${place} (${code}).`;
  if (code === '3D000') return `PostgreSQL does not have ${place}: create it first.`;
  if (code === '42501') return `The user of DATABASE_URL has too few rights in ${place} (${code}).`;
  return isOutage(error) ? `PostgreSQL cannot be reached for ${place} (${code}).` : undefined;
}
