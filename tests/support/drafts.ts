import type { LocalDatabase } from '../../src/client/local/database.ts';
import { storeDraft } from '../../src/client/local/form-drafts.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';

/** Returns the value of the draft with this name, or `undefined`. */
export async function readDraft(db: LocalDatabase, name: string): Promise<unknown> {
  return (await db.drafts.get(name))?.value;
}

/** Stores a draft as a form does that was opened and left again. */
export async function writeDraft(db: LocalDatabase, key: string, value: unknown): Promise<void> {
  const form = uuidv7();
  await storeDraft(db, { key, form }, { value, version: `${form}.1` });
}

/** Stores a draft as an earlier build did, also one that equals the empty form. */
export async function writeEarlierDraft(db: LocalDatabase, k: string, value: unknown): Promise<void> {
  await db.drafts.put({ k, value, updatedAt: Date.now() });
}
