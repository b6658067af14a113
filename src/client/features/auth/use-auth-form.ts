import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { FieldErrors } from '../../../contract/refusals.ts';
import type { CallFailure } from '../../api/failure.ts';
import { useRefusalText } from '../../text/refusals.ts';

/** What a send ends with when it was not accepted: a failed call, or field codes found before any call. */
export type NotAccepted = Pick<CallFailure, 'kind' | 'code' | 'errors' | 'details' | 'retryAfter'>;

type Fields = Record<string, string>;

/** The state of a small form: its values, the sentence under each refused field, and one message for the rest. */
export function useAuthForm<Values extends Fields>(initial: Values, names: Record<keyof Values, string>) {
  const [values, setValues] = useState(initial);
  const [codes, setCodes] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<NotAccepted | null>(null);
  const [busy, setBusy] = useState(false);
  const sentences = useFailureSentences(failure);
  const { field } = useRefusalText();

  const submit = (send: (values: Values) => Promise<NotAccepted | null>) => (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void send(values)
      .then((refused) => {
        setCodes(refused?.errors ?? {});
        setFailure(refused);
        if (refused) focusFirstError();
      })
      .finally(() => setBusy(false));
  };

  const errors: { [Name in keyof Values]?: string | undefined } = Object.fromEntries(
    Object.entries(names).map(([name, label]) => [name, codes[name]?.[0] ? field(codes[name][0], label) : undefined]),
  ) as never;
  if (sentences.email && 'email' in names) Object.assign(errors, { email: sentences.email });

  return {
    values,
    errors,
    busy,
    /** What no field says. */
    problem: sentences.problem,
    submit,
    set: (patch: Partial<Values>) => {
      setValues({ ...values, ...patch });
      setCodes(Object.fromEntries(Object.entries(codes).filter(([name]) => !(name in patch))));
      if ('email' in patch) setFailure(null);
    },
  };
}

interface Sentences {
  /** What stands under the e-mail field: a refused sign-in (chapter 8). */
  email?: string;
  problem?: { tone: 'error' | 'warning'; text: string };
}

function useFailureSentences(failure: NotAccepted | null): Sentences {
  const { t } = useLingui();
  const { failure: sentence, refusal } = useRefusalText();
  if (!failure || failure.code === 'INVALID_FIELDS') return {};
  if (failure.code === 'INVALID_CREDENTIALS' || failure.code === 'ACCOUNT_NOT_ACTIVE')
    return { email: refusal(failure.code, failure.details) };
  if (failure.code === 'TOO_MANY_REQUESTS')
    return { problem: { tone: 'warning', text: t`Too many login attempts. Please try again later.` } };
  if (failure.kind === 'unreachable')
    return {
      problem: {
        tone: 'warning',
        text: t`You are offline, or the server cannot be reached. Logging in needs a connection.`,
      },
    };
  return { problem: { tone: 'error', text: sentence(failure) } };
}

/** After the sentences are on screen. */
function focusFirstError() {
  setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus(), 50);
}
