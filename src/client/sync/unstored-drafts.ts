import { uuidv7 } from '../../contract/uuid.ts';
import type { LocalDatabase } from '../local/database.ts';
import { dropDraft, storeDraft, versionOf, type OpenDraft } from '../local/form-drafts.ts';
import type { Draft } from '../local/stored.ts';
import { keepDraftOfOtherTab } from './open-drafts.ts';
import { NotSaved, withStorageRetry } from './storage.ts';
import { untilStorageAnswers } from './storage-recovery.ts';

/** A form that is open, with the database of its user. */
export interface OpenForm {
  db: LocalDatabase;
  draft: OpenDraft;
}

/** Called when the device is too full for a draft. */
export type OnFull = (thrown: NotSaved) => void;

/** The latest value of a form. */
export interface LatestValue<Value> {
  form: OpenForm;
  value: Value;
  /** The value differs from the initial one: the form has a draft. */
  isDraft: boolean;
  isUnstored: boolean;
  /** The value is being sent. */
  isSending?: boolean;
  onFull: OnFull | undefined;
  /** Set until storing the value begins. */
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** Returns a new form with the draft `name`; `stored`: the stored draft that it shows. */
export const openForm = (db: LocalDatabase, name: string, stored: Draft | null | undefined): OpenForm => ({
  db,
  draft: { key: name, form: uuidv7(), shown: stored ? versionOf(stored) : undefined },
});

/** Stores a value as a draft, or deletes the draft when it equals the initial one, as long as it is the latest. */
export async function storeValue(last: LatestValue<unknown>, isLatest: () => boolean): Promise<void> {
  clearTimeout(last.timer);
  last.timer = undefined;
  await untilDone(last.form.db, () => write(last, isLatest), isLatest, last.onFull);
  last.isUnstored = false;
}

/** `storeValue`, which ends with the first failure of the storage and goes on in the background. */
export async function storeAtOnce(last: LatestValue<unknown>, isLatest: () => boolean): Promise<void> {
  clearTimeout(last.timer);
  const storing = withStorageRetry(last.form.db, () => write(last, isLatest));
  await storing.catch(() => void storeValue(last, isLatest));
}

/** The values of forms that were left before their values were stored. */
const unstored = new Set<LatestValue<unknown>>();

/** Stores the value of a form that was left, unless the same form is opened again and shows it. */
export function storeAfterwards(last: LatestValue<unknown>): void {
  unstored.add(last);
  void storeValue(last, () => unstored.has(last)).then(() => unstored.delete(last));
}

/** Takes over the value of a form that was left, which the storage does not have yet; undefined when there is none. */
export function takeUnstored(db: LocalDatabase, name: string): LatestValue<unknown> | undefined {
  const last = [...unstored].findLast(({ form }) => form.db === db && form.draft.key === name);
  if (last) unstored.delete(last);
  return last;
}

let writes = 0;

async function write(
  { form: { db, draft }, value, isDraft }: LatestValue<unknown>,
  isLatest: () => boolean,
): Promise<void> {
  if (!isDraft) return dropDraft(db, draft, isLatest);
  await keepDraftOfOtherTab(db, draft, value);
  return storeDraft(db, draft, { value, version: `${draft.form}.${++writes}` }, isLatest);
}

/** Repeats `run` until the storage does not fail, as long as the result is wanted. Gives up when the device is full. */
export async function untilDone<Result>(
  db: LocalDatabase,
  run: () => Promise<Result>,
  isWanted: () => boolean,
  onFull?: OnFull,
): Promise<Result | undefined> {
  while (isWanted() && !db.isRetired) {
    try {
      return await withStorageRetry(db, async () => (isWanted() ? run() : undefined));
    } catch (thrown) {
      if (!(thrown instanceof NotSaved)) throw thrown;
      if (thrown.why === 'full') {
        onFull?.(thrown);
        return undefined;
      }
      await untilStorageAnswers(db);
    }
  }
  return undefined;
}
