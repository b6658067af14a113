import type { LocalDatabase } from '../local/database.ts';
import { isSameContent, readDrafts, versionOf, type OpenDraft } from '../local/form-drafts.ts';

/*
 * A tab holds a Web Lock for each stored draft that one of its forms shows, so that other tabs keep this text although
 * they show it too: a frozen tab cannot store it again, and a sent draft leaves no trace by which it could. The browser
 * releases the locks of closed and crashed tabs. Without Web Locks a text stays in the form that shows it.
 */

const idLength = 36;
const lockPrefix = 'draft:';

/** Shows other tabs which drafts a form has open, until the returned function is called. */
export function holdDraft({ form, shown }: OpenDraft): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  for (const author of new Set([form, authorOf(shown ?? form)]))
    lockManager()
      ?.request(`${lockPrefix}${author}:${form}`, () => held)
      .catch(() => null);
  return () => release();
}

/** Before a form replaces or sends the draft that it shows: keeps it when another tab shows it and `value` differs. */
export async function keepDraftOfOtherTab(db: LocalDatabase, draft: OpenDraft, value: unknown): Promise<void> {
  const { shown } = draft;
  if (shown === undefined || !(await isShownElsewhere(draft.form, shown))) return;
  const stored = (await readDrafts(db, draft.key)).find((one) => versionOf(one) === shown);
  if (stored && !isSameContent(stored.value, value)) draft.shown = undefined;
}

async function isShownElsewhere(form: string, shown: string): Promise<boolean> {
  const { held = [] } = (await lockManager()?.query()) ?? {};
  const start = `${lockPrefix}${authorOf(shown)}:`;
  return held.some(({ name }) => name?.startsWith(start) && !name.endsWith(form));
}

/** Returns the id of the form that has stored this version. */
const authorOf = (version: string): string => version.slice(0, idLength);

const lockManager = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;
