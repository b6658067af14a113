import type { LocalDatabase } from './database.ts';

/** Returns the draft with this name, or `undefined`. */
export async function readDraft<Value>(db: LocalDatabase, k: string): Promise<Value | undefined> {
  return (await db.drafts.get(k))?.value as Value | undefined;
}

/** Stores a draft, so that it survives a reload, a crash and an update. */
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

/** Counts the drafts that contain text; drafts with choices only do not count. */
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
