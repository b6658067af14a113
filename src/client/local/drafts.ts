import type { LocalDatabase } from './database.ts';
import type { Draft, OutboxItem } from './stored.ts';

/** Counts the forms with a draft of the user's. */
export async function countDrafts(db: LocalDatabase): Promise<number> {
  const forms = new Set<string>();
  // One draft at a time: their files can be large.
  await db.drafts.each((draft) => {
    const form = formWithWork(draft);
    if (form !== null) forms.add(form);
  });
  // The edit of an item that has left the outbox is no work any more.
  for (const form of forms) if (isEdit(form) && !(await editedItem(db, form))) forms.delete(form);
  return forms.size;
}

/** Returns the form of a draft that is the work of a user; null for any other draft. */
export function formWithWork({ k, value, version }: Draft): string | null {
  if (/\.mode(~|$)/.test(k)) return null;
  // A form has a draft only while it differs from its initial value. Earlier builds also stored equal ones.
  return version !== undefined || hasWork(value) ? formOf(k) : null;
}

/** Returns the waiting item that a form changes. */
export const editedItem = (db: LocalDatabase, form: string): PromiseLike<OutboxItem | undefined> =>
  db.outbox.get({ id: form.slice(editPrefix.length) });

/** Returns whether a form changes a waiting item. */
export const isEdit = (form: string): boolean => form.startsWith(editPrefix);

/** The names of drafts of changes to waiting items begin with it. */
export const editPrefix = 'item.';

/** Returns the form of a draft's name. */
export const formOf = (k: string): string => k.replace(/(\.(files|picture|answers))?(~.*)?$/, '');

/** Fields of earlier builds' drafts without work of the user: choices, and the version that an edit is based on. */
const ignoredFields = ['type', 'priority', 'status', 'base'];

/** Returns whether a draft of an earlier build, or a part of it, contains text or a file. */
function hasWork(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null) return false;
  if ('bytes' in value) return true;
  return Object.entries(value).some(([name, field]) => !ignoredFields.includes(name) && hasWork(field));
}
