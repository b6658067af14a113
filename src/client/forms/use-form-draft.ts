import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSameContent } from '../local/form-drafts.ts';
import { useDraft } from '../sync/use-draft.ts';

/**
 * Stores the values of a form as a draft while they are typed and differ from its default values, and shows the draft
 * of an earlier visit. Returns a function that deletes the draft. A form with a password must not use it.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
): () => Promise<void> {
  // The library changes one form object in place, which the React Compiler would take for unchanged.
  'use no memo';
  const [draft, change, clear] = useDraft<Values | null>(name, null);
  const latest = useRef({ change, clear, text: '' });
  useEffect(() => {
    Object.assign(latest.current, { change, clear });
  });
  useEffect(() => {
    const text = JSON.stringify(draft);
    if (!draft || text === latest.current.text) return;
    latest.current.text = text;
    form.reset(draft, { keepDefaultValues: true });
    // A draft of an earlier build may equal the record.
    if (isSameContent(draft, form.formState.defaultValues)) void latest.current.clear();
  }, [draft, form]);
  useEffect(() => {
    latest.current.text = JSON.stringify(form.getValues());
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        const text = JSON.stringify(values);
        // Showing a draft is no change of it.
        if (text === latest.current.text) return;
        latest.current.text = text;
        latest.current.change(isSameContent(values, defaultValues) ? null : structuredClone(values));
      },
    });
  }, [form]);
  return clear;
}
