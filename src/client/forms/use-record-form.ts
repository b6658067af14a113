import type { ReactNode } from 'react';
import { useFormState, useWatch, type DefaultValues, type UseFormReturn } from 'react-hook-form';
import { uuidv7 } from '../../contract/uuid.ts';
import { asFailure, type CallFailure } from '../api/failure.ts';
import { isDefinite } from '../sync/error-table.ts';
import { syncNow } from '../sync/triggers.ts';
import type { ConflictField } from '../ui/conflict-fields.tsx';
import { changedSince, decideAttempt, useUndecidedText, type SaveAttempt } from './lost-attempt.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';
import { useServerForm, type Schema, type ServerForm } from './use-server-form.ts';

/** The values that the form of a record has beside its fields. */
export type VersionValues = {
  /** The revision that the values are based on; null for a new record. */
  rev: number | null;
  /** The last attempt to save, which the server may have received; null without one. */
  sent: SaveAttempt | null;
  /** The id of the record that an attempt of a new record's form has created, although its answer was lost. */
  id?: number | undefined;
};

/** A record of the server; settings, of which there is one, have no id. */
type SavedRow = { rev: number; id?: number };

/** A field of a record's form. */
export interface RecordField<Values> {
  /** Its path in the form, such as `texts.en.title`. */
  path: string;
  /** Its name in sentences, and beside its two values in a conflict. */
  label: string;
  /** What a conflict shows of it, beside other values; its text by default. */
  show?: (values: Values, others: Values) => ReactNode;
}

interface Options<Values extends VersionValues, Row> {
  /** The record to edit as it was when the form opened; null for a new one. */
  row: Row | null;
  /** Returns the values of a record for the form; without one, those of a new record. */
  valuesOf: (row: Row | null) => Values;
  fields: readonly RecordField<Values>[];
  /** Checks the record as it is saved now, which a refusal contains. */
  rowSchema: { safeParse: (current: unknown) => { success: boolean; data?: Row | undefined } };
  schema: Schema;
  /** The names in sentences of paths that are no fields of a conflict, such as those of a list. */
  labels?: Readonly<Record<string, string>>;
  draftName: string;
  /** Sends the values with an idempotency key and returns the record as it is then. Throws `CallFailure`. */
  save: (values: Values, key: string) => Promise<Row>;
  /** Called when the server has the values. */
  onSaved: (values: Values) => void;
  /** Leaves the form, after a save or when the user cancels. */
  onLeave: () => void;
}

export interface RecordForm<Values extends VersionValues> extends Omit<ServerForm<Values>, 'failure'> {
  /** Leaves the form; asks before unsaved changes are discarded. */
  cancel: () => void;
  question: ReactNode;
  /** The fields that another admin has saved otherwise meanwhile, and the two ways to resolve the conflict; null without one. */
  conflict: { fields: readonly ConflictField[]; onKeepMine: () => void; onTakeTheirs: () => void } | null;
}

/**
 * The form of a new or an existing record that admins change with a connection: its values are kept as a draft until
 * they are saved or discarded, a repetition after a lost answer has the same key, other values are sent only when that
 * attempt is decided, and a version that another admin has saved meanwhile is shown beside the form's own.
 */
export function useRecordForm<Values extends VersionValues, Row extends SavedRow>(
  options: Options<Values, Row>,
): RecordForm<Values> {
  const { row, valuesOf, fields, draftName, onLeave } = options;
  const undecidedText = useUndecidedText();
  const { form, failure, problem, ...rest } = useServerForm<Values>({
    schema: options.schema,
    defaultValues: valuesOf(row) as DefaultValues<Values>,
    labels: { ...Object.fromEntries(fields.map(({ path, label }) => [path, label])), ...options.labels },
    async send(values) {
      const failed = await saveWith(options, values, (known) => setAll(version, known));
      if (!failed) leaveAfterSave();
      return failed;
    },
  });
  const version = form as unknown as UseFormReturn<VersionValues>;
  const deleteDraft = useFormDraft(draftName, form);
  const { isDirty } = useFormState({ control: form.control });
  const guard = useLeaveGuard({ isDirty, onDiscard: () => void deleteDraft() });
  function leaveAfterSave() {
    void deleteDraft();
    guard.leave(onLeave);
  }
  const mine = useWatch({ control: form.control }) as Values;
  const saved = savedVersion(options, failure);
  const conflictWith = (current: Row) => ({
    fields: conflictFields(fields, mine, valuesOf(current)),
    onKeepMine: () => {
      version.setValue('rev', current.rev);
      rest.submit();
    },
    onTakeTheirs: () => {
      form.reset({ ...valuesOf(current), id: current.id } as Values);
      void deleteDraft();
    },
  });
  return {
    ...rest,
    form,
    problem: saved ? null : (undecidedText(failure) ?? problem),
    cancel: () => (rest.isBusy ? undefined : guard.ask(onLeave)),
    question: guard.question,
    conflict: saved && saved.rev !== mine.rev ? conflictWith(saved) : null,
  };
}

/** Returns the record as it is saved now from a refusal because of another version; null where it contains none. */
function savedVersion<Values extends VersionValues, Row>(
  { rowSchema }: Pick<Options<Values, Row>, 'rowSchema'>,
  failure: Pick<CallFailure, 'code' | 'details'> | null,
): Row | null {
  if (failure?.code !== 'REVISION_CHANGED') return null;
  return rowSchema.safeParse(failure.details?.current).data ?? null;
}

/** Returns the value of a field as text, without spaces at its ends. */
export const textAt = (values: object, path: string): string =>
  String(path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], values)).trim();

function differences<Values extends VersionValues>(
  fields: readonly RecordField<Values>[],
  mine: Values,
  theirs: Values,
): readonly RecordField<Values>[] {
  return fields.filter(({ path }) => textAt(mine, path) !== textAt(theirs, path));
}

const conflictFields = <Values extends VersionValues>(
  fields: readonly RecordField<Values>[],
  mine: Values,
  theirs: Values,
): ConflictField[] =>
  differences(fields, mine, theirs).map(({ path, label, show = (values) => textAt(values, path) }) => ({
    label,
    mine: show(mine, theirs),
    theirs: show(theirs, mine),
  }));

function setAll(form: UseFormReturn<VersionValues>, known: Partial<VersionValues>): void {
  for (const name of Object.keys(known) as (keyof VersionValues)[]) form.setValue(name, known[name] as never);
}

/** Stores in the form, and so in its draft, what is known about its record. */
type Remember = (known: Partial<VersionValues>) => void;

/** Saves the values; returns the failure, or null when the server has them, also from another admin. */
async function saveWith<Values extends VersionValues, Row extends SavedRow>(
  options: Options<Values, Row>,
  typed: Values,
  remember: Remember,
): Promise<CallFailure | null> {
  const { save, onSaved, fields, valuesOf } = options;
  const attempt = async () => {
    const values = await afterLostAttempt(options, typed, remember);
    const text = textOf(values);
    const sent = values.sent ?? { text, key: uuidv7() };
    remember({ sent });
    await save(values, sent.key);
  };
  const failure = await attempt().then(() => null, asFailure);
  // A decided attempt is no longer repeated: the next one needs another key.
  if (failure && isDefinite(failure)) remember({ sent: null });
  const saved = savedVersion(options, failure);
  if (failure && !(saved && differences(fields, typed, valuesOf(saved)).length === 0)) return failure;
  void syncNow();
  onSaved(typed);
  return null;
}

/**
 * Decides the attempt before, when its answer was lost and the values have changed since. If it was applied, its record
 * is changed now, in the version that it made: there is no second record, and no conflict of the author with himself.
 */
async function afterLostAttempt<Values extends VersionValues, Row extends SavedRow>(
  { save, fields, valuesOf }: Options<Values, Row>,
  values: Values,
  remember: Remember,
): Promise<Values> {
  const { sent } = values;
  if (!sent || sent.text === textOf(values)) return values;
  if (!(await decideAttempt(sent))) return { ...values, sent: null };
  const earlier = JSON.parse(sent.text) as Values;
  // A repetition of what was applied changes nothing; its answer is the record.
  const row = await save(earlier, sent.key);
  remember({ id: row.id });
  if (differences(fields, earlier, valuesOf(row)).length > 0) throw changedSince(row);
  const known = { id: row.id, rev: row.rev, sent: null };
  remember(known);
  return { ...values, ...known };
}

const textOf = ({ sent: _sent, ...values }: VersionValues): string => JSON.stringify(values);
