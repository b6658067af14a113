import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { FieldErrors } from '../../../contract/refusals.ts';
import type { CallFailure } from '../../api/failure.ts';
import { useRefusalText } from '../../text/refusals.ts';

/** The reason why a form was not accepted: a failed call, or field codes found before the call. */
export type FormFailure = Pick<CallFailure, 'kind' | 'code' | 'errors' | 'details' | 'retryAfter'>;

type Fields = Record<string, string>;

/**
 * The state of a small form: its values, the message under each refused field, and one for any other failure. With the
 * subject `login`, these messages are about a login.
 */
export function useAuthForm<Values extends Fields>(
  initial: Values,
  labels: Record<keyof Values, string>,
  subject: 'login' | 'other' = 'login',
) {
  const [values, setValues] = useState(initial);
  const [codes, setCodes] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const sentences = useFailureSentences(failure, subject);
  const { field } = useRefusalText();

  const submit = (send: (values: Values) => Promise<FormFailure | null>) => (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void send(values)
      .then((newFailure) => {
        setCodes(newFailure?.errors ?? {});
        setFailure(newFailure);
        if (newFailure) focusFirstError();
      })
      .finally(() => setBusy(false));
  };

  const errors: { [Name in keyof Values]?: string | undefined } = Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [name, codes[name]?.[0] ? field(codes[name][0], label) : undefined]),
  ) as never;
  if (sentences.email && 'email' in labels) Object.assign(errors, { email: sentences.email });

  return {
    values,
    errors,
    busy,
    /** The message that belongs to no field. */
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
  /** The message under the e-mail field: a refused sign-in (chapter 8 of the requirements). */
  email?: string;
  problem?: { tone: 'error' | 'warning'; text: string };
}

function useFailureSentences(failure: FormFailure | null, subject: 'login' | 'other'): Sentences {
  const { t } = useLingui();
  const { failure: sentence, refusal } = useRefusalText();
  if (!failure || failure.code === 'INVALID_FIELDS') return {};
  if (failure.code === 'INVALID_CREDENTIALS' || failure.code === 'ACCOUNT_NOT_ACTIVE')
    return { email: refusal(failure.code, failure.details) };
  if (subject === 'other') {
    const text = failure.code === 'TOO_MANY_REQUESTS' ? refusal(failure.code) : sentence(failure);
    return { problem: { tone: failure.kind === 'unreachable' ? 'warning' : 'error', text } };
  }
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

/** Moves the focus to the first refused field, after the messages are rendered. */
function focusFirstError() {
  setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus(), 50);
}
