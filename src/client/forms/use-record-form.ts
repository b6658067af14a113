import { useState, type ReactNode } from 'react';
import { useWatch, type DefaultValues, type UseFormReturn } from 'react-hook-form';
import { asFailure, CallFailure } from '../api/failure.ts';
import { syncNow } from '../sync/triggers.ts';
import type { ChosenVersion, FieldVersions } from '../ui/version-conflict.tsx';
import { useUndecidedText } from './lost-attempt.ts';
import {
  baseOf,
  differences,
  isSameField,
  saveRecord,
  savedVersion,
  textAt,
  valueAt,
  type RecordField,
  type RecordSaving,
  type SavedRow,
  type VersionValues,
} from './save-record.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';
import { useServerForm, type Schema, type ServerForm } from './use-server-form.ts';

interface Options<Values extends VersionValues, Row> extends RecordSaving<Values, Row> {
  /** The record to edit as it was when the form opened; null for a new one. */
  row: Row | null;
  schema: Schema;
  /** The names in sentences of paths that are no fields of a conflict, such as those of a list. */
  labels?: Readonly<Record<string, string>>;
  draftName: string;
  /** The field whose value is kept in a draft of its own, such as a file, and how that draft is deleted. */
  kept?: { path: keyof Values & string; delete: () => Promise<void> };
  /** Converts a draft of an earlier build. */
  fromEarlier?: (draft: object) => object;
  /** Called when the server has the values; the form is left when it has ended. */
  onSaved: (values: Values, row: Row) => void | Promise<void>;
  /** Leaves the form, after a save or when the user cancels (null); a form without it stays open. */
  onLeave?: (saved: Row | null) => void;
}

export interface RecordForm<Values extends VersionValues> extends Omit<ServerForm<Values>, 'failure'> {
  values: Values;
  /** Leaves the form; asks before unsaved changes are discarded. */
  cancel: () => void;
  question: ReactNode;
  /** The fields that another admin has saved otherwise meanwhile, and the ways to resolve that; null without a conflict. */
  conflict: { rev: number; fields: readonly FieldVersions[]; onKeepMine: () => void; onTakeTheirs: () => void } | null;
}

/** The version that another admin has saved, beside the values of the form when it was refused. */
interface Conflict<Values, Row> {
  row: Row;
  mine: Values;
  theirs: Values;
  fields: readonly RecordField<Values>[];
  /** The form is based on the saved version, because the user has saved again. */
  isBase: boolean;
}

/**
 * The form of a new or an existing record that admins change with a connection: its values are kept as a draft until
 * they are saved or discarded, and saved by `saveRecord`. When another admin has saved other values meanwhile, the form
 * shows theirs where it was unchanged, and both versions of each other field with the choice between them.
 */
export function useRecordForm<Values extends VersionValues, Row extends SavedRow>(
  options: Options<Values, Row>,
): RecordForm<Values> {
  const { row, fields, onSaved, onLeave } = options;
  const undecidedText = useUndecidedText();
  const [conflict, setConflict] = useState<Conflict<Values, Row> | null>(null);
  const { form, failure, problem, ...rest } = useServerForm<Values>({
    schema: options.schema,
    defaultValues: startOf(options, row) as DefaultValues<Values>,
    labels: { ...Object.fromEntries(fields.map(({ path, label }) => [path, label])), ...options.labels },
    async send(typed): Promise<CallFailure | null> {
      const seen = conflict && !conflict.isBase ? { rev: conflict.row.rev, base: conflict.theirs } : null;
      if (seen) {
        setConflict({ ...conflict!, isBase: true });
        await draft.keepNow(seen);
      }
      const values = { ...typed, ...seen };
      const saved = await saveRecord(options, values, (known) => draft.keepNow(known)).catch(asFailure);
      if (saved instanceof CallFailure) {
        const current = savedVersion(options, saved);
        if (current) setConflict(mergeVersions(options, form, current));
        return saved;
      }
      void draft.clear();
      void syncNow();
      await onSaved(values, saved);
      if (onLeave) guard.leave(() => onLeave(saved));
      else showSaved(saved);
      return null;
    },
  });
  const draft = useRecordDraft(options, form);
  const values = useWatch({ control: form.control }) as Values;
  const guard = useLeaveGuard({
    isDirty: differences(fields, values, baseOf(options, values)).length > 0,
    onDiscard: () => void draft.clear(),
  });
  function showSaved(current: Row) {
    form.reset({ ...startOf(options, current), id: current.id } as Values);
    setConflict(null);
    void draft.clear();
  }
  return {
    ...rest,
    form,
    values,
    problem: savedVersion(options, failure) ? null : (undecidedText(failure) ?? problem),
    cancel: () => (rest.isBusy ? undefined : guard.ask(() => onLeave?.(null))),
    question: guard.question,
    conflict: conflict && {
      rev: conflict.row.rev,
      fields: versionsOf(conflict, values, (field, version) => setField(form, field, version)),
      onKeepMine: () => rest.submit(),
      onTakeTheirs: () => showSaved(conflict.row),
    },
  };
}

/** Puts the saved values into the fields of the form that were unchanged, and returns the conflict. */
function mergeVersions<Values extends VersionValues, Row>(
  options: Pick<Options<Values, Row>, 'valuesOf' | 'fields'>,
  form: UseFormReturn<Values>,
  current: Row,
): Conflict<Values, Row> {
  const mine = structuredClone(form.getValues());
  const [before, theirs] = [baseOf(options, mine), options.valuesOf(current)];
  const changed = differences(options.fields, before, theirs);
  const fields = changed.filter((field) => !isSameField(field, mine, theirs));
  for (const field of fields) if (isSameField(field, mine, before)) setField(form, field, theirs);
  return { row: current, mine, theirs, fields, isBase: false };
}

/** Returns the values of the form as it opens. */
function startOf<Values extends VersionValues, Row>(
  { valuesOf }: Pick<RecordSaving<Values, Row>, 'valuesOf'>,
  row: Row | null,
): Values {
  const values = valuesOf(row);
  return row ? { ...values, base: values } : values;
}

interface RecordDraft {
  clear: () => Promise<void>;
  /** Keeps what is known about the record, before a request leaves. */
  keepNow: (known: Partial<VersionValues>) => Promise<void>;
}

/** The draft of the form; one of an earlier build lacks what was added since. */
function useRecordDraft<Values extends VersionValues, Row extends SavedRow>(
  { draftName, row, valuesOf, kept, fromEarlier }: Options<Values, Row>,
  form: UseFormReturn<Values>,
): RecordDraft {
  const { clear, flush } = useFormDraft(draftName, form, {
    without: kept?.path,
    restore: (draft) => {
      const values = { ...valuesOf(null), ...((fromEarlier?.(draft) ?? draft) as Values) };
      return values.base === undefined && row && values.rev === row.rev ? { ...values, base: valuesOf(row) } : values;
    },
  });
  const version = form as unknown as UseFormReturn<VersionValues>;
  return {
    clear: async () => {
      await Promise.all([clear(), kept?.delete()]);
    },
    async keepNow(known) {
      for (const name of Object.keys(known) as (keyof VersionValues)[]) version.setValue(name, known[name] as never);
      await flush();
    },
  };
}

/** Gives a field of the form the value that it has in a version. */
function setField<Values extends VersionValues>(
  form: UseFormReturn<Values>,
  { path, paths = [path] }: RecordField<Values>,
  version: Values,
): void {
  for (const one of paths)
    form.setValue(one as never, valueAt(version, one) as never, { shouldDirty: true, shouldValidate: true });
}

/** Returns both versions of each field in conflict, with the one that the form has now. */
const versionsOf = <Values extends VersionValues>(
  { mine, theirs, fields }: Conflict<Values, unknown>,
  now: Values,
  choose: (field: RecordField<Values>, version: Values) => void,
): FieldVersions[] =>
  fields.map((field) => {
    const { path, label, show = (values) => textAt(values, path) } = field;
    return {
      label,
      mine: show(mine, theirs),
      theirs: show(theirs, mine),
      chosen: isSameField(field, now, theirs) ? 'theirs' : 'mine',
      onChoose: (whose: ChosenVersion) => choose(field, whose === 'mine' ? mine : theirs),
    };
  });
