import type { LocalDatabase } from './database.ts';

/** What a person typed under this name and has not sent yet, or `undefined`. */
export async function readDraft<Value>(db: LocalDatabase, k: string): Promise<Value | undefined> {
  return (await db.drafts.get(k))?.value as Value | undefined;
}

/** Keeps what a person typed; survives reload, crash and update. */
export async function writeDraft(
  db: LocalDatabase,
  k: string,
  value: unknown,
  now: number = Date.now(),
): Promise<void> {
  await db.drafts.put({ k, value, updatedAt: now });
}

export async function dropDraft(db: LocalDatabase, k: string): Promise<void> {
  await db.drafts.delete(k);
}
