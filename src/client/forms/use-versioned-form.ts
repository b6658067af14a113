import type { ReactNode } from 'react';
import { useFormState, useWatch, type DefaultValues, type UseFormReturn } from 'react-hook-form';
import { uuidv7 } from '../../contract/uuid.ts';
import { asFailure, type CallFailure } from '../api/failure.ts';
import { syncNow } from '../sync/triggers.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';
import { useServerForm, type Schema, type ServerForm } from './use-server-form.ts';

/** The values that the form of a record has beside its fields. */
export type VersionValues = {
  /** The revision that the values are based on; null for a new record. */
  rev: number | null;
  /** The last attempt to save, which the server may have received; null without one. */
  sent: { text: string; key: string } | null;
};

interface Options<Values extends VersionValues, Row> {
  /** The record to edit as it was when the form opened; null for a new one. */
  row: Row | null;
  /** Returns the values of a record for the form; without one, those of a new record. */
  valuesOf: (row: Row | null) => Values;
  /** Returns the fields whose values differ. */
  differences: (mine: Values, theirs: Values) => readonly unknown[];
  /** Returns the record as it is saved now from the details of a refusal; null where they contain none. */
  savedVersion: (details: Record<string, unknown> | undefined) => Row | null;
  schema: Schema;
  labels: Readonly<Record<string, string>>;
  draftName: string;
  /** Sends the values with an idempotency key. Throws `CallFailure`. */
  save: (values: Values, key: string) => Promise<unknown>;
  /** Called when the server has the values. */
  onSaved: (values: Values) => void;
  /** Leaves the form, after a save or when the user cancels. */
  onLeave: () => void;
}

interface VersionedForm<Values extends VersionValues, Row> extends Omit<ServerForm<Values>, 'failure'> {
  /** Leaves the form; asks before unsaved changes are discarded. */
  cancel: () => void;
  question: ReactNode;
  /** The values of the form, those that another admin has saved meanwhile, and the two ways to resolve the conflict; null without one. */
  conflict: { mine: Values; saved: Row; onKeepMine: () => void; onTakeTheirs: () => void } | null;
}

/**
 * The form of a new or an existing record that admins change with a connection: its values are kept as a draft until
 * they are saved or discarded, a repetition after a lost answer has the same key, and a version that another admin has
 * saved meanwhile is shown beside the form's own.
 */
export function useVersionedForm<Values extends VersionValues, Row extends { rev: number }>(
  options: Options<Values, Row>,
): VersionedForm<Values, Row> {
  const { row, valuesOf, savedVersion, draftName, onLeave } = options;
  const { form, failure, problem, ...rest } = useServerForm<Values>({
    schema: options.schema,
    defaultValues: valuesOf(row) as DefaultValues<Values>,
    labels: options.labels,
    async send(values) {
      const attempt = withAttempt(values);
      version.setValue('sent', attempt.sent);
      const failed = await saveWith(options, attempt);
      // A refused attempt is decided: the next one needs another key.
      if (failed?.kind === 'refused') version.setValue('sent', null);
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
  const saved = failure?.code === 'REVISION_CHANGED' ? savedVersion(failure.details) : null;
  const choicesOf = (current: Row) => ({
    onKeepMine: () => {
      version.setValue('rev', current.rev);
      rest.submit();
    },
    onTakeTheirs: () => {
      form.reset(valuesOf(current));
      void deleteDraft();
    },
  });
  return {
    ...rest,
    form,
    problem: saved ? null : problem,
    cancel: () => (rest.isBusy ? undefined : guard.ask(onLeave)),
    question: guard.question,
    conflict: saved && saved.rev !== mine.rev ? { mine, saved, ...choicesOf(saved) } : null,
  };
}

/** Returns the values with the attempt to save them: the same values after a lost answer keep the key. */
function withAttempt<Values extends VersionValues>({ sent, ...values }: Values) {
  const text = JSON.stringify(values);
  const attempt = sent?.text === text ? sent : { text, key: uuidv7() };
  return { ...values, sent: attempt } as unknown as Values & { sent: typeof attempt };
}

/** Saves the values; returns the failure, or null when the server has them, also from another admin. */
async function saveWith<Values extends VersionValues, Row>(
  { save, onSaved, savedVersion, differences, valuesOf }: Options<Values, Row>,
  values: Values & { sent: { key: string } },
): Promise<CallFailure | null> {
  const failure = await save(values, values.sent.key).then(() => null, asFailure);
  const saved = failure?.code === 'REVISION_CHANGED' ? savedVersion(failure.details) : null;
  if (failure && !(saved && differences(values, valuesOf(saved)).length === 0)) return failure;
  void syncNow();
  onSaved(values);
  return null;
}
