import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useDraft } from '../sync/use-draft.ts';

/**
 * Stores the values of a form as a draft while they are typed, and shows the draft of an earlier visit. Returns a
 * function that deletes the draft. A form with a password must not use it.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
): () => Promise<void> {
  // The library changes one form object in place, which the React Compiler would take for unchanged.
  'use no memo';
  const [draft, change, clear] = useDraft<Values | null>(name, null);
  const typed = useRef(new WeakSet<Values>());
  const latestChange = useRef(change);
  useEffect(() => {
    latestChange.current = change;
  });
  useEffect(() => {
    if (draft && !typed.current.has(draft)) form.reset(draft, { keepDefaultValues: true });
  }, [draft, form]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const copy = structuredClone(values);
          typed.current.add(copy);
          latestChange.current(copy);
        },
      }),
    [form],
  );
  return clear;
}
