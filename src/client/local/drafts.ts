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

/** How many drafts hold a text somebody wrote: choices that were made without a word do not count. */
export async function countDrafts(db: LocalDatabase): Promise<number> {
  const drafts = await db.drafts.toArray();
  return drafts.filter(({ value }) => textsIn(value).some((text) => text.trim() !== '')).length;
}

/** A draft is one text, or the fields of a form, whose `type` is a choice. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'string' && name !== 'type' ? [field] : [],
  );
}
