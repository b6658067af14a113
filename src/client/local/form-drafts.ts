import type { LocalDatabase } from './database.ts';
import { editedItem, editPrefix, formOf } from './drafts.ts';
import type { Draft } from './stored.ts';

/** An open form, and the stored draft that it shows. */
export interface OpenDraft {
  /** The name of the draft, which the form has in all tabs. */
  key: string;
  /** The id of the open form: two tabs with the same form have two. */
  form: string;
  /** The version of the stored draft that the form shows; undefined when there was none. */
  shown?: string | undefined;
}

/** A value to store, and the version that its draft gets. */
export interface NewDraft {
  value: unknown;
  version: string;
  now?: number;
}

/** Returns the version of a stored draft; drafts of earlier builds have the time instead. */
export const versionOf = ({ version, updatedAt }: Draft): string => version ?? String(updatedAt);

/** Returns the draft that a form shows when it opens: the newest where tabs have stored different ones. */
export const readNewestDraft = (db: LocalDatabase, key: string): Promise<Draft | undefined> =>
  db.transaction('r', db.drafts, async () => newestOf(await draftsOf(db, key)));

/** Returns the drafts that the forms of all tabs with this name have stored. */
export const readDrafts = (db: LocalDatabase, key: string): Promise<Draft[]> =>
  db.transaction('r', db.drafts, () => draftsOf(db, key));

/**
 * Returns whether another tab has replaced the draft that a form shows by another text. A draft that is only gone was sent
 * or discarded.
 */
export function isReplaced(
  draft: OpenDraft,
  value: unknown,
  { before, now }: Record<'before' | 'now', Draft[]>,
): boolean {
  if (!before.some((one) => isShown(one, draft)) || now.some((one) => isShown(one, draft))) return false;
  const known = new Set(before.map(versionOf));
  const isNew = (one: Draft) => !known.has(versionOf(one));
  return now.some(isNew) && !now.some((one) => isSameContent(one.value, value));
}

/**
 * Stores the draft of a form, so that it survives a reload, a crash and an update. It replaces the drafts that the form
 * has shown or stored. Where another tab has stored a text that this form does not show, both are kept. `isWanted` is
 * asked inside the transaction, because Dexie repeats a transaction that failed, also after the draft was sent.
 */
export const storeDraft = (
  db: LocalDatabase,
  draft: OpenDraft,
  { value, version, now = Date.now() }: NewDraft,
  isWanted: () => boolean = () => true,
): Promise<void> =>
  db.transaction('rw', db.drafts, async () => {
    if (!isWanted()) return;
    const stored = await draftsOf(db, draft.key);
    const isTaken = stored.some((one) => one.k === draft.key && !isShown(one, draft));
    const k = isTaken ? `${draft.key}${ownMark}${draft.form}` : draft.key;
    const replaced = stored.filter((one) => one.k !== k && isShown(one, draft));
    if (replaced.length > 0) await db.drafts.bulkDelete(replaced.map((one) => one.k));
    await db.drafts.put({ k, value, version, updatedAt: now });
  });

/** Deletes the draft of a form, as `deleteDrafts`, while `isWanted`. */
export const dropDraft = (db: LocalDatabase, draft: OpenDraft, isWanted: () => boolean = () => true): Promise<void> =>
  db.transaction('rw', db.drafts, async () => {
    if (isWanted()) await deleteDrafts(db, [draft]);
  });

/**
 * Deletes the drafts that these forms have shown or stored. A text that another tab has stored stays, and gets the
 * common name when that is free. Runs inside its caller's transaction.
 */
export async function deleteDrafts(db: LocalDatabase, drafts: readonly OpenDraft[]): Promise<void> {
  for (const draft of drafts) {
    const stored = await draftsOf(db, draft.key);
    const others = stored.filter((one) => !isShown(one, draft));
    await db.drafts.bulkDelete(stored.filter((one) => isShown(one, draft)).map(({ k }) => k));
    const newest = newestOf(others);
    if (!newest || others.some(({ k }) => k === draft.key)) continue;
    await db.drafts.delete(newest.k);
    await db.drafts.put({ ...newest, k: draft.key });
  }
}

/** The name of the draft with the files of a form; its texts are the draft `k`. */
export const filesDraft = (k: string): string => `${k}.files`;

/** The name of the draft with the picture of a form. */
export const pictureDraft = (k: string): string => `${k}.picture`;

/** The name of the draft with the quantity and the answers of an order; its message is the draft `k`. */
export const answersDraft = (k: string): string => `${k}.answers`;

/** The name of the draft with the choice between a reply and an internal note, which alone is no work. */
export const modeDraft = (k: string): string => `${k}.mode`;

/** The name of the draft of a change to a waiting item. */
export const editDraft = (itemId: string): string => `${editPrefix}${itemId}`;

/** Returns whether two values of a form have the same content; spaces at the ends of texts do not count. */
export const isSameContent = (one: unknown, other: unknown): boolean => contentOf(one) === contentOf(other);

/** Deletes the drafts of changes to items that have left the outbox. */
export async function deleteGoneEdits(db: LocalDatabase): Promise<void> {
  const names = await db.drafts.where('k').startsWith(editPrefix).primaryKeys();
  const items = await Promise.all(names.map((name) => editedItem(db, formOf(name))));
  await db.drafts.bulkDelete(names.filter((_name, at) => !items[at]));
}

/** Files are compared by their ids: their bytes are no part of it. */
const contentOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, field: unknown) => (typeof field === 'string' ? field.trim() : field));

/** Between the name of a draft and the id of a form that stores its own, beside one of another tab. */
const ownMark = '~';

/** Returns the drafts of all tabs with this form. */
async function draftsOf(db: LocalDatabase, key: string): Promise<Draft[]> {
  const common = await db.drafts.get(key);
  const own = await db.drafts.where('k').startsWith(`${key}${ownMark}`).toArray();
  return common ? [common, ...own] : own;
}

/** Returns whether the form has shown or stored this draft. */
function isShown(stored: Draft, { form, shown }: OpenDraft): boolean {
  const version = versionOf(stored);
  return version === shown || version.startsWith(form);
}

/** Returns the newest of some drafts; undefined when there is none. */
const newestOf = (drafts: readonly Draft[]): Draft | undefined =>
  drafts.reduce<Draft | undefined>(
    (newest, one) => (newest && newest.updatedAt > one.updatedAt ? newest : one),
    undefined,
  );
