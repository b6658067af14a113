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
  /** The last attempt to save whose outcome is not known; null without one. Stored drafts have it under this name. */
  sent: SaveAttempt | null;
  /** The id of the new record, once it is known that a save with a lost answer created it. */
  id?: number | undefined;
};

/** A record of the server; settings, of which there is one, have no id. */
export type SavedRow = { rev: number; id?: number };

/** A field of a record's form. */
export interface RecordField<Values> {
  /** Its path in the form, such as `texts.en.title`. */
  path: string;
  /** All paths of a field with several values, such as the file and the address of a picture; by default `path`. */
  paths?: readonly string[];
  /** Returns a text that is equal for equal values; by default the text at the path, without spaces at its ends. */
  textOf?: (values: Values) => string;
  /** True for a value that also changes on its own, as sales reduce the stock: such a change is not a conflict. */
  isLive?: boolean;
  /** Its label in error messages and in a conflict. */
  label: string;
  /** Renders the value in a conflict; `others` is the other version. By default its text. */
  show?: (values: Values, others: Values) => ReactNode;
}

/** How the values of a form become a record of the server. */
export interface RecordSaving<Values extends VersionValues, Row> {
  /** Returns the values of a record for the form; without one, those of a new record. */
  valuesOf: (row: Row | null) => Values;
  fields: readonly RecordField<Values>[];
  /** Parses the current record in a REVISION_CHANGED response. */
  rowSchema: { safeParse: (current: unknown) => { success: boolean; data?: Row | undefined } };
  /** Sends the values with an idempotency key and returns the saved record. Throws `CallFailure`. */
  save: (values: Values, key: string) => Promise<Row>;
  /**
   * Reads the record that was saved by an attempt whose answer was lost; `touched` are the records that the attempt
   * touched, as `entity:key`. By default the request is sent again with its idempotency key, which returns the record.
   */
  readSaved?: (touched: readonly string[], values: Values) => Promise<Row>;
  /**
   * Returns `sent` as the server stores it, such as trimmed or rounded. `saved` has the values of the record now: fields
   * that still differ are another admin's edit.
   */
  asSaved?: (sent: Values, saved: Values) => Values;
}

/** Writes version values to the form and its draft before the next request. */
type Remember = (version: Partial<VersionValues>) => Promise<void>;

/** Returns the current record of a REVISION_CHANGED failure; null for other failures. */
export function currentRowIn<Values extends VersionValues, Row>(
  { rowSchema }: Pick<RecordSaving<Values, Row>, 'rowSchema'>,
  failure: Pick<CallFailure, 'code' | 'details'> | null,
): Row | null {
  if (failure?.code !== 'REVISION_CHANGED') return null;
  return rowSchema.safeParse(failure.details?.current).data ?? null;
}

/** Returns the value of a field as text, without spaces at its ends. */
export const textAt = (values: object, path: string): string => String(valueAt(values, path)).trim();

/** Returns the value at a path of a form's values. */
export const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], values);

/** Returns whether a field is equal in two sets of values. */
export function isSameField<Values>({ path, textOf }: RecordField<Values>, one: Values, other: Values): boolean {
  const text = textOf ?? ((values: Values) => textAt(values as object, path));
  return text(one) === text(other);
}

/** Returns the fields that differ between two sets of values. */
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
 * Saves the values and returns the record. After a lost answer, the same values are sent again with the same key.
 * Changed values wait until the server says whether the lost attempt succeeded; if it did, they update its record
 * instead of creating a second one. When another admin saved the same values, there is nothing left to save. When only
 * the revision differs, the save is retried on the new revision. Otherwise throws `CallFailure` with REVISION_CHANGED and
 * the current record (`currentRowIn`).
 */
export async function saveRecord<Values extends VersionValues, Row extends SavedRow>(
  saving: RecordSaving<Values, Row>,
  typed: Values,
  remember: Remember,
): Promise<Row> {
  const values = await afterLostAttempt(saving, typed, remember);
  const attempt = values.sent ?? { text: attemptText(values), key: uuidv7() };
  await remember({ sent: attempt });
  const result = await saving.save(values, attempt.key).then((row) => ({ row }), asFailure);
  if ('row' in result) return result.row;
  // The server has decided this attempt, so the next one needs another key.
  if (isDefinite(result)) await remember({ sent: null });
  const current = currentRowIn(saving, result);
  if (!current) throw result;
  const [base, theirs] = [baseOf(saving, values), saving.valuesOf(current)];
  const isUntouchedLive = (field: RecordField<Values>) => field.isLive === true && isSameField(field, values, base);
  const compared = saving.fields.filter((field) => !isUntouchedLive(field));
  // The other admin saved the same values.
  if (differences(compared, values, theirs).length === 0) return current;
  if (differences(compared, base, theirs).length > 0) throw result;
  // Only the revision has changed.
  return saveRecord(saving, { ...values, rev: current.rev, sent: null }, remember);
}

/**
 * Resolves the previous attempt when its answer was lost and the values have changed since. If it succeeded, this save
 * continues from the revision that it created, so that an admin is never in conflict with an own save.
 */
async function afterLostAttempt<Values extends VersionValues, Row extends SavedRow>(
  { fields, valuesOf, save, readSaved, asSaved }: RecordSaving<Values, Row>,
  values: Values,
  remember: Remember,
): Promise<Values> {
  const { sent } = values;
  if (!sent || sent.text === attemptText(values)) return values;
  const touched = await decideAttempt(sent);
  // The attempt was never applied.
  if (touched === null) return { ...values, sent: null };
  const sentValues = { ...valuesOf(null), ...(JSON.parse(sent.text) as Values) };
  const row = readSaved ? await readSaved(touched, values) : await save(sentValues, sent.key);
  const current = valuesOf(row);
  const base = asSaved ? asSaved(sentValues, current) : sentValues;
  const version = { id: row.id, base, sent: null };
  if (differences(fields, base, current).length > 0) {
    // Revision 0 never matches, so the next save is refused until the user has seen the other admin's version.
    await remember({ ...version, rev: values.rev ?? 0 });
    throw changedSince(row);
  }
  await remember({ ...version, rev: row.rev });
  return { ...values, ...version, rev: row.rev };
}

/** Returns the values of an attempt as text, which is equal for equal values of the same revision. */
const attemptText = ({ sent: _sent, base: _base, ...values }: VersionValues): string => JSON.stringify(values);
