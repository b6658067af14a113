import type { LocalDatabase } from '../local/database.ts';
import type { LogLine } from '../local/stored.ts';

const linesKept = 200;

/** Adds a line to the diary of passes and drops the oldest beyond 200. Numbers and codes only, never content. */
export async function writeLog(db: LocalDatabase, line: Omit<LogLine, 'n'>): Promise<void> {
  const n = await db.synclog.add(line);
  await db.synclog.delete(n - linesKept);
}
