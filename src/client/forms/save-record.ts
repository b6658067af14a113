import type { ReactNode } from 'react';
import { uuidv7 } from '../../contract/uuid.ts';
import { asFailure, type CallFailure } from '../api/failure.ts';
import { isDefinite } from '../sync/error-table.ts';
import { changedSince, decideAttempt, type SaveAttempt } from './lost-attempt.ts';

/** The values that the form of a record has beside its fields. */
export type VersionValues = {
  /** The revision that the values are based on; null for a new record. */
  rev: number | null;
  /** The values of the record in that revision; missing for a new record, and in drafts of earlier builds. */
  base?: object | undefined;
  /** The last attempt to save, which the server may have received; null without one. */
  sent: SaveAttempt | null;
  /** The id of the record that an attempt of a new record's form has created, although its answer was lost. */
  id?: number | undefined;
};

/** A record of the server; settings, of which there is one, have no id. */
export type SavedRow = { rev: number; id?: number };

/** A field of a record's form. */
export interface RecordField<Values> {
  /** Its path in the form, such as `texts.en.title`. */
  path: string;
  /** The paths that belong to it, where one field has several values, such as a picture as a file or as an address. */
  paths?: readonly string[];
  /** Returns a text that is equal for equal values; by default the text at the path, without spaces at its ends. */
  textOf?: (values: Values) => string;
  /** It also changes without an admin, such as the stock by sales: that alone is no conflict. */
  isLive?: boolean;
  /** Its name in sentences, and beside its two values in a conflict. */
  label: string;
  /** What a conflict shows of it, beside other values; its text by default. */
  show?: (values: Values, others: Values) => ReactNode;
}

/** How the values of a form are saved as a record. */
export interface RecordSaving<Values extends VersionValues, Row> {
  /** Returns the values of a record for the form; without one, those of a new record. */
  valuesOf: (row: Row | null) => Values;
  fields: readonly RecordField<Values>[];
  /** Checks the record as it is saved now, which a refusal contains. */
  rowSchema: { safeParse: (current: unknown) => { success: boolean; data?: Row | undefined } };
  /** Sends the values with an idempotency key and returns the record as it is then. Throws `CallFailure`. */
  save: (values: Values, key: string) => Promise<Row>;
  /**
   * Reads the record that a lost attempt has saved; `touched` are the records that the attempt has touched, as
   * `entity:key`. By default the attempt is repeated, which changes nothing and answers with the record.
   */
  readSaved?: (touched: readonly string[], values: Values) => Promise<Row>;
  /** Returns the values that were sent as the record has them when no admin has changed it since. */
  asSaved?: (sent: Values, saved: Values) => Values;
}

/** Stores in the form, and so in its draft, what is known about its record, before anything else is sent. */
type Remember = (known: Partial<VersionValues>) => Promise<void>;

/** Returns the record as it is saved now from a refusal because of another version; null where it contains none. */
export function savedVersion<Values extends VersionValues, Row>(
  { rowSchema }: Pick<RecordSaving<Values, Row>, 'rowSchema'>,
  failure: Pick<CallFailure, 'code' | 'details'> | null,
): Row | null {
  if (failure?.code !== 'REVISION_CHANGED') return null;
  return rowSchema.safeParse(failure.details?.current).data ?? null;
}

/** Returns the value of a field as text, without spaces at its ends. */
export const textAt = (values: object, path: string): string => String(valueAt(values, path)).trim();

/** Returns the value at a path of a form. */
export const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], values);

/** Returns whether a field has the same value in two forms. */
export function isSameField<Values>({ path, textOf }: RecordField<Values>, one: Values, other: Values): boolean {
  const text = textOf ?? ((values: Values) => textAt(values as object, path));
  return text(one) === text(other);
}

/** Returns the fields that have other values in two forms. */
export const differences = <Values>(
  fields: readonly RecordField<Values>[],
  one: Values,
  other: Values,
): readonly RecordField<Values>[] => fields.filter((field) => !isSameField(field, one, other));

/** Returns the values that an edit is based on; those of a new record where they are not known. */
export const baseOf = <Values extends VersionValues>(
  { valuesOf }: { valuesOf: (row: null) => Values },
  { base }: VersionValues,
): Values => (base as Values | undefined) ?? valuesOf(null);

/**
 * Saves the values and returns the record. After a lost answer the same values are sent with the same key, and other
 * values only when that attempt is decided: if it was applied, its record gets them, so that there is never a second one.
 * A record that another admin has given the same values is saved; one whose revision alone has changed gets the values
 * again. Otherwise throws `CallFailure` with REVISION_CHANGED and the record as it is saved now (`savedVersion`).
 */
export async function saveRecord<Values extends VersionValues, Row extends SavedRow>(
  saving: RecordSaving<Values, Row>,
  typed: Values,
  remember: Remember,
): Promise<Row> {
  const values = await afterLostAttempt(saving, typed, remember);
  const sent = values.sent ?? { text: attemptText(values), key: uuidv7() };
  await remember({ sent });
  const saved = await saving.save(values, sent.key).then((row) => ({ row }), asFailure);
  if ('row' in saved) return saved.row;
  // A decided attempt is no longer repeated: the next one needs another key.
  if (isDefinite(saved)) await remember({ sent: null });
  const current = savedVersion(saving, saved);
  if (!current) throw saved;
  const [base, theirs] = [baseOf(saving, values), saving.valuesOf(current)];
  const isUntouched = (field: RecordField<Values>) => field.isLive === true && isSameField(field, values, base);
  const others = saving.fields.filter((field) => !isUntouched(field));
  if (differences(others, values, theirs).length === 0) return current;
  if (differences(others, base, theirs).length > 0) throw saved;
  return saveRecord(saving, { ...values, rev: current.rev, sent: null }, remember);
}

/**
 * Decides the attempt before, when its answer was lost and the values have changed since. If it was applied, its record
 * is changed now, in the version that it made: there is no conflict of the author with himself.
 */
async function afterLostAttempt<Values extends VersionValues, Row extends SavedRow>(
  { fields, valuesOf, save, readSaved, asSaved }: RecordSaving<Values, Row>,
  values: Values,
  remember: Remember,
): Promise<Values> {
  const { sent } = values;
  if (!sent || sent.text === attemptText(values)) return values;
  const touched = await decideAttempt(sent);
  if (touched === null) return { ...values, sent: null };
  const earlier = { ...valuesOf(null), ...(JSON.parse(sent.text) as Values) };
  const row = readSaved ? await readSaved(touched, values) : await save(earlier, sent.key);
  const saved = valuesOf(row);
  const base = asSaved ? asSaved(earlier, saved) : earlier;
  const known = { id: row.id, base, sent: null };
  if (differences(fields, base, saved).length > 0) {
    // No record has revision 0: nothing is saved over the other admin's version before this one was shown.
    await remember({ ...known, rev: values.rev ?? 0 });
    throw changedSince(row);
  }
  await remember({ ...known, rev: row.rev });
  return { ...values, ...known, rev: row.rev };
}

/** Returns what an attempt sends, as text: equal for equal values of the same revision. */
const attemptText = ({ sent: _sent, base: _base, ...values }: VersionValues): string => JSON.stringify(values);
