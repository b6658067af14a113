import { useState, type FormEvent } from 'react';
import { topupFilesMax } from '../../../contract/limits.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import { useAttachments, type Attachments } from '../../forms/use-attachments.ts';
import { useDraftFiles } from '../../forms/use-draft-files.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { checkTopup, type TopupFieldValues } from './check-topup.ts';
import { useOpenTopup } from './use-open-topup.ts';

/** The first values of a form, and the name of its draft. */
export interface TopupStart {
  draft: string;
  values: TopupFieldValues;
}

interface Options {
  start: TopupStart;
  methods: readonly TopupMethodRow[];
  today: string;
  /** Called with the id of the request after it is stored. */
  onSent: (id: string) => void;
}

export interface TopupForm {
  values: TopupFieldValues;
  errors: FieldErrors;
  method: TopupMethodRow | undefined;
  attachments: Attachments;
  isDirty: boolean;
  busy: boolean;
  change: (patch: Partial<TopupFieldValues>) => void;
  discard: () => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The form of a new request: its texts and files stay on the device until it is sent or discarded. */
export function useTopupForm({ start, methods, today, onSent }: Options): TopupForm {
  const open = useOpenTopup();
  const draftFiles = useDraftFiles(start.draft);
  const attachments = useAttachments(draftFiles, { filesMax: topupFilesMax, keepsBytes: true });
  const [values, setValues, clear, sendDraft] = useDraft<TopupFieldValues>(start.draft, start.values);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { busy, whileBusy } = useBusy();
  const method = methodOf(methods, values.method_id);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkTopup(values, { method, files: attachments.files.length, today });
    setErrors('errors' in checked ? checked.errors : {});
    if ('errors' in checked) return void setTimeout(() => focusInvalid(form));
    return void whileBusy(async () => {
      const id = await sendDraft((shown) =>
        draftFiles.send(shown, (files, deleteDrafts) => open(checked.value, { deleteDrafts, files })),
      );
      if (id !== null) onSent(id);
    });
  };
  return {
    values,
    errors,
    method,
    attachments,
    isDirty: values !== start.values || attachments.files.length > 0,
    busy,
    change: (patch) => setValues((before) => ({ ...before, ...patch })),
    discard: () => {
      void clear();
      void draftFiles.clear();
    },
    submit,
  };
}

/** Returns the chosen method; the only one needs no choice. */
export const methodOf = (methods: readonly TopupMethodRow[], id: number | null): TopupMethodRow | undefined =>
  methods.length === 1 ? methods[0] : methods.find((method) => method.id === id);

/** Focuses the first refused field: of radio buttons the first one, because their group takes no focus. */
function focusInvalid(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid]');
  (field?.querySelector<HTMLElement>('input[type=radio]') ?? field)?.focus();
}
