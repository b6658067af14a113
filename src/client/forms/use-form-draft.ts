import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSameContent } from '../local/form-drafts.ts';
import { useDraft } from '../sync/use-draft.ts';

interface Options<Values> {
  /** The path of a value that is kept elsewhere, such as a file. */
  without?: (keyof Values & string) | undefined;
  /** Returns the values of a stored draft, which an earlier build may have stored. */
  restore: (draft: Values) => Values;
}

interface FormDraft {
  /** Deletes the draft. */
  clear: () => Promise<void>;
  /** Stores the latest values now; tries again later when the storage fails. */
  flush: () => Promise<void>;
}

/**
 * Stores the values of a form as a draft while they are typed and differ from its default values, and shows the draft
 * of an earlier visit. A form with a password must not use it.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  { without, restore }: Options<Values>,
): FormDraft {
  // The library changes one form object in place, which the React Compiler would take for unchanged.
  'use no memo';
  const [draft, change, clear, , flush] = useDraft<Values | null>(name, null);
  const latest = useRef({ change, clear, flush, restore, storedJson: '' });
  useEffect(() => {
    Object.assign(latest.current, { change, clear, flush, restore });
  });
  useEffect(() => {
    if (!draft || JSON.stringify(draft) === latest.current.storedJson) return;
    const restored = latest.current.restore(draft);
    latest.current.storedJson = JSON.stringify(restored);
    form.reset(without ? { ...restored, [without]: form.getValues(without as never) } : restored, {
      keepDefaultValues: true,
    });
    // A draft of an earlier build may equal the record.
    if (isSameContent(restored, form.formState.defaultValues)) void latest.current.clear();
  }, [draft, form, without]);
  useEffect(() => {
    const withoutExcluded = (values: Values): Values => (without ? { ...values, [without]: null } : values);
    latest.current.storedJson = JSON.stringify(withoutExcluded(form.getValues()));
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        const typed = withoutExcluded(values);
        const text = JSON.stringify(typed);
        // Restoring a draft also comes here, and is not an edit.
        if (text === latest.current.storedJson) return;
        latest.current.storedJson = text;
        latest.current.change(isSameContent(typed, defaultValues) ? null : structuredClone(typed));
      },
    });
  }, [form, without]);
  return { clear: () => latest.current.clear(), flush: () => latest.current.flush() };
}
