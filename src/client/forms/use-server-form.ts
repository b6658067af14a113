import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm, type DefaultValues, type FieldErrors, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { CallFailure } from '../api/failure.ts';
import { useRefusalText } from '../text/refusals.ts';

/** A schema of the contract, as @hookform/resolvers takes it. */
export type Schema = Parameters<typeof standardSchemaResolver>[0];

interface Options<Values extends FieldValues> {
  /** The endpoint's input, or the part of it that the form has. Its messages are field codes (`required`, `max:100`). */
  schema: Schema;
  defaultValues: DefaultValues<Values>;
  /** The names of the fields in sentences, by path; the parts of a list share one name: `product_variants.title`. */
  labels: Readonly<Record<string, string>>;
  /** Sends the values; returns the failure, or null when the server has accepted them. */
  send: (values: Values) => Promise<Failure | null>;
}

type Failure = Pick<CallFailure, 'kind' | 'code' | 'errors' | 'details' | 'retryAfter'>;

export interface ServerForm<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** The sentence under a field, by its path (`product_variants.0.title`); undefined for an accepted value. */
  errorOf: (path: string) => string | undefined;
  /** The sentence for a failure that belongs to no field; null without one. */
  problem: string | null;
  /** The last failure, for screens that do more than show a sentence, such as a conflict. */
  failure: Failure | null;
  isBusy: boolean;
  submit: (event?: { preventDefault: () => void }) => void;
}

/**
 * A form whose rules are the contract's: the schema checks it on submit, all fields at once, and the server's refusals
 * are shown under the same fields. A sentence disappears when its field changes. A second submit waits for the first.
 */
export function useServerForm<Values extends FieldValues>({
  schema,
  defaultValues,
  labels,
  send,
}: Options<Values>): ServerForm<Values> {
  // The library changes one form object in place, which the React Compiler would take for unchanged.
  'use no memo';
  const { field, failure: sentenceOf } = useRefusalText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<Values>({
    // The form keeps the texts as typed; the server's answer has the parsed values.
    resolver: standardSchemaResolver(schema, undefined, { raw: true }) as never,
    defaultValues,
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    const refused = await send(values as Values);
    if (!refused) return;
    Object.entries(refused.errors ?? {}).forEach(([path, codes], at) => {
      form.setError(path as never, { type: 'server', message: codes[0] ?? 'invalid' }, { shouldFocus: at === 0 });
    });
    setFailure(refused);
  });
  return {
    form,
    errorOf(path) {
      const code = codeAt(errors, path);
      return code === undefined ? undefined : field(code, labels[path.replace(/\.\d+(?=\.|$)/g, '')] ?? path);
    },
    problem: failure && failure.code !== 'INVALID_FIELDS' ? sentenceOf(failure) : null,
    failure,
    isBusy: isSubmitting,
    submit: (event) => void (isSubmitting ? event?.preventDefault() : submit(event as never)),
  };
}

/** Returns the code of the field at a path, or of the list at that path. */
function codeAt(errors: FieldErrors, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], errors);
  const { message, root } = (found ?? {}) as { message?: string; root?: { message?: string } };
  return message ?? root?.message;
}
