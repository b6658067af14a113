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
  currentRowIn,
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
  /** Labels for error messages about paths that are not in `fields`, such as parts of a list. */
  labels?: Readonly<Record<string, string>>;
  draftName: string;
  /** The field whose value has a separate draft, such as a file, and how that draft is deleted. */
  separateDraft?: { path: keyof Values & string; delete: () => Promise<void> };
  /** Converts a draft of an earlier build. */
  fromEarlier?: (draft: object) => object;
  /** Called after a successful save, and awaited before the form is left. */
  onSaved: (values: Values, row: Row) => void | Promise<void>;
  /** Leaves the form, after a save or when the user cancels (null); a form without it stays open. */
  onLeave?: (saved: Row | null) => void;
}

export interface RecordForm<Values extends VersionValues> extends Omit<ServerForm<Values>, 'failure'> {
  values: Values;
  /** Leaves the form; asks before unsaved changes are discarded. */
  cancel: () => void;
  /** The dialog that asks before unsaved changes are discarded. */
  question: ReactNode;
  /** The fields in which another admin's version differs, and the ways to resolve that; null without a conflict. */
  conflict: { rev: number; fields: readonly FieldVersions[]; onSave: () => void; onTakeTheirs: () => void } | null;
}

/** A version that another admin saved, and the values of the form when its own save was refused. */
interface Conflict<Values, Row> {
  row: Row;
  mine: Values;
  theirs: Values;
  fields: readonly RecordField<Values>[];
  /** Whether the user has seen this version and saved again, so that the form is now based on it. */
  isRebased: boolean;
}

/**
 * The form of a new or an existing record that admins change with a connection: its values are kept as a draft until
 * they are saved or discarded, and saved by `saveRecord`. When another admin saved other values in the meantime, fields
 * that the user has not changed take those values, and the user can choose the version of each field that differs.
 */
export function useRecordForm<Values extends VersionValues, Row extends SavedRow>(
  options: Options<Values, Row>,
): RecordForm<Values> {
  const { row, fields, onSaved, onLeave } = options;
  const undecidedText = useUndecidedText();
  const [conflict, setConflict] = useState<Conflict<Values, Row> | null>(null);
  const { form, failure, problem, ...rest } = useServerForm<Values>({
    schema: options.schema,
    defaultValues: initialValues(options, row) as DefaultValues<Values>,
    labels: { ...Object.fromEntries(fields.map(({ path, label }) => [path, label])), ...options.labels },
    async send(typed): Promise<CallFailure | null> {
      const values = { ...typed, ...(await rebaseOnSeenVersion()) };
      const result = await saveRecord(options, values, (version) => draft.storeVersion(version)).catch(asFailure);
      if (result instanceof CallFailure) {
        const current = currentRowIn(options, result);
        if (current) setConflict(mergeVersions(options, form, current));
        return result;
      }
      void draft.clear();
      void syncNow();
      await onSaved(values, result);
      if (onLeave) guard.leave(() => onLeave(result));
      else showSaved(result);
      return null;
    },
  });
  const draft = useRecordDraft(options, form);
  const values = useWatch({ control: form.control }) as Values;
  const guard = useLeaveGuard({
    isDirty: differences(fields, values, baseOf(options, values)).length > 0,
    onDiscard: () => void draft.clear(),
  });
  /** Makes the version that the user has seen in a conflict the base of the form, and returns it. */
  async function rebaseOnSeenVersion(): Promise<Partial<VersionValues>> {
    if (!conflict || conflict.isRebased) return {};
    const seen = { rev: conflict.row.rev, base: conflict.theirs };
    setConflict({ ...conflict, isRebased: true });
    await draft.storeVersion(seen);
    return seen;
  }
  function showSaved(current: Row) {
    form.reset({ ...initialValues(options, current), id: current.id } as Values);
    setConflict(null);
    void draft.clear();
  }
  return {
    ...rest,
    form,
    values,
    problem: currentRowIn(options, failure) ? null : (undecidedText(failure) ?? problem),
    cancel: () => (rest.isBusy ? undefined : guard.ask(() => onLeave?.(null))),
    question: guard.question,
    conflict: conflict && {
      rev: conflict.row.rev,
      fields: versionsOf(conflict, values, (field, version) => setField(form, field, version)),
      onSave: () => rest.submit(),
      onTakeTheirs: () => showSaved(conflict.row),
    },
  };
}

/**
 * Returns the conflict with the current record. Its fields are those that the other admin changed; where the user has
 * changed nothing, the form gets the other admin's value, which the conflict shows as chosen.
 */
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
  return { row: current, mine, theirs, fields, isRebased: false };
}

/** Returns the default values of the form. */
function initialValues<Values extends VersionValues, Row>(
  { valuesOf }: Pick<RecordSaving<Values, Row>, 'valuesOf'>,
  row: Row | null,
): Values {
  const values = valuesOf(row);
  return row ? { ...values, base: values } : values;
}

interface RecordDraft {
  clear: () => Promise<void>;
  /** Writes version values to the form and stores its draft before a request is sent. */
  storeVersion: (version: Partial<VersionValues>) => Promise<void>;
}

/** The draft of the form; one of an earlier build lacks what was added since. */
function useRecordDraft<Values extends VersionValues, Row extends SavedRow>(
  { draftName, row, valuesOf, separateDraft, fromEarlier }: Options<Values, Row>,
  form: UseFormReturn<Values>,
): RecordDraft {
  const { clear, flush } = useFormDraft(draftName, form, {
    without: separateDraft?.path,
    restore: (draft) => {
      const converted = (fromEarlier?.(draft) ?? draft) as Values;
      const values = { ...valuesOf(null), ...converted };
      // A draft of an earlier build has no base, which is that of the row while the revision is the same.
      const isSameRevision = row !== null && values.rev === row.rev;
      return values.base === undefined && isSameRevision ? { ...values, base: valuesOf(row) } : values;
    },
  });
  const versionForm = form as unknown as UseFormReturn<VersionValues>;
  return {
    clear: async () => {
      await Promise.all([clear(), separateDraft?.delete()]);
    },
    async storeVersion(version) {
      for (const name of Object.keys(version) as (keyof VersionValues)[])
        versionForm.setValue(name, version[name] as never);
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

/** Returns both versions of each field in conflict, with the one that the form has. */
const versionsOf = <Values extends VersionValues>(
  { mine, theirs, fields }: Conflict<Values, unknown>,
  formValues: Values,
  choose: (field: RecordField<Values>, version: Values) => void,
): FieldVersions[] =>
  fields.map((field) => {
    const { path, label, show = (values) => textAt(values, path) } = field;
    return {
      label,
      mine: show(mine, theirs),
      theirs: show(theirs, mine),
      chosen: isSameField(field, formValues, theirs) ? 'theirs' : 'mine',
      onChoose: (whose: ChosenVersion) => choose(field, whose === 'mine' ? mine : theirs),
    };
  });
