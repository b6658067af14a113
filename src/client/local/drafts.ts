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

/** Deletes a draft. */
export async function dropDraft(db: LocalDatabase, k: string): Promise<void> {
  await db.drafts.delete(k);
}

/** The name of the draft with the files of a form; its texts are the draft `k`. */
export const filesDraft = (k: string): string => `${k}.files`;

/** Deletes the drafts of a form: its texts and its files. Runs inside its caller's transaction. */
export const dropFormDrafts = (db: LocalDatabase, k: string): Promise<void> => db.drafts.bulkDelete([k, filesDraft(k)]);

/** Counts the forms with a draft that contains text or files; drafts with choices only do not count. */
export async function countDrafts(db: LocalDatabase): Promise<number> {
  const forms = new Set<string>();
  // One draft at a time: their files can be large.
  await db.drafts.each(({ k, value }) => {
    if (hasWork(value)) forms.add(k.replace(/\.(files|picture)$/, ''));
  });
  return forms.size;
}

/** Fields without work of the user: choices, and the version that an edit is based on. */
const ignoredFields = ['type', 'priority', 'status', 'base'];

/** Returns whether a draft, or a part of it, contains text or a file. */
function hasWork(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null) return false;
  if ('bytes' in value) return true;
  return Object.entries(value).some(([name, field]) => !ignoredFields.includes(name) && hasWork(field));
}
