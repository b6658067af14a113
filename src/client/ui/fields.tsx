import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { useRefusalText } from '../text/refusals.ts';
import { Field } from './field.tsx';
import type { FieldFrame } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { SelectBox } from './select-box.tsx';
import { InputBox, TextAreaBox } from './theme/recipes.ts';
import { Box, chakra } from './theme/styled.tsx';

type Control<Props> = Omit<Props, 'onChange' | 'value' | 'children'> &
  FieldFrame & { value?: string; onChange?: (value: string) => void };

/**
 * A line of text. Controlled by `value` and `onChange(text)`, or by its form through `name` and `defaultValue`. A text
 * longer than `max` characters stays whole and is marked.
 */
export function TextField({
  label,
  error,
  hint,
  required,
  hideLabel,
  aside,
  max,
  onChange,
  ...rest
}: Control<ComponentProps<typeof InputBox>> & { max?: number }) {
  const limit = useLimit(label, rest.value, max);
  const counter = limit.isOver ? limit.counter : aside;
  return (
    <Field {...{ label, error: limit.error ?? error, hint, required, hideLabel: hideLabel ?? false, aside: counter }}>
      {(control) => (
        <InputBox
          dir={directionOf(rest.value)}
          {...rest}
          {...control}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** A password with a button that shows it. */
export function PasswordField({
  label,
  error,
  hint,
  required,
  aside,
  onChange,
  ...rest
}: Control<ComponentProps<typeof InputBox>>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...{ label, error, hint, required, aside }}>
      {(control) => (
        <Box position="relative" dir="ltr">
          <InputBox
            dir="ltr"
            pe="3rem"
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            onChange={(event) => onChange?.(event.currentTarget.value)}
          />
          <Box position="absolute" insetEnd="0" top="0">
            <IconButton
              color="fg.subtle"
              label={shown ? t`Hide password` : t`Show password`}
              onClick={() => setShown(!shown)}
              _hover={{ color: 'fg' }}
            >
              <Icon size="1.125rem" />
            </IconButton>
          </Box>
        </Box>
      )}
    </Field>
  );
}

/** Several lines of text; with `max` it counts characters (code points), and marks a longer text, which stays whole. */
export function TextAreaField({
  label,
  error,
  hint,
  required,
  hideLabel,
  max,
  hasQuietCounter = false,
  errorName = label,
  onChange,
  ...rest
}: Control<ComponentProps<typeof TextAreaBox>> & {
  max?: number;
  /** The field's name in its errors, where the label is a question. */
  errorName?: ReactNode;
  /** The counter is shown from 80 % of `max` on. */
  hasQuietCounter?: boolean;
}) {
  const limit = useLimit(errorName, rest.value, max);
  const aside = hasQuietCounter && !limit.isNear ? null : limit.counter;
  return (
    <Field {...{ label, error: limit.error ?? error, hint, required, hideLabel: hideLabel ?? false, aside }}>
      {(control) => (
        <TextAreaBox
          dir={directionOf(rest.value)}
          rows={4}
          {...rest}
          {...control}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** `auto` takes an empty field for a Latin one: in Arabic, its cursor and placeholder would be at the left. */
export const directionOf = (value: string | undefined) => (value === '' ? undefined : 'auto');

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

/** Choices that a search finds besides those that are given. */
export interface MoreChoices {
  choices: readonly SelectOption[];
  /** `none`: nothing is searched; `offline`: only the given choices can be searched. */
  state: 'none' | 'loading' | 'found' | 'failed' | 'offline';
  retry: () => void;
}

/** A search of further choices. Its hook is the same at every render. */
export interface MoreSource {
  useMore: (query: string) => MoreChoices;
}

/** One of a few choices, in the device's own picker. `placeholder` is the empty choice. */
export function SelectField({
  label,
  error,
  hint,
  required,
  hideLabel,
  aside,
  choices,
  placeholder,
  onChange,
  ...rest
}: Control<ComponentProps<typeof SelectBox>> & { choices: readonly SelectOption[]; placeholder?: string }) {
  return (
    <Field {...{ label, error, hint, required, hideLabel: hideLabel ?? false, aside }}>
      {(control) => (
        <SelectBox {...rest} {...control} onChange={(event) => onChange?.(event.currentTarget.value)}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.disabled}>
              {choice.label}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  );
}

/** Counts as the server does: without the spaces at both ends. */
function useLimit(label: ReactNode, value: string | undefined, max: number | undefined) {
  const { field } = useRefusalText();
  if (max === undefined) return { isOver: false, isNear: false, counter: null, error: null };
  const length = [...(value ?? '').trim()].length;
  const isOver = length > max;
  return {
    isOver,
    isNear: length >= max * 0.8,
    counter: <Counter length={length} max={max} />,
    error: isOver ? field(`max:${max}`, typeof label === 'string' ? label : '') : null,
  };
}

function Counter({ length, max }: { length: number; max: number }): ReactNode {
  const { t } = useLingui();
  return (
    <chakra.span
      className="numbers"
      dir="ltr"
      textStyle="xs"
      color={length > max ? 'fg.error' : length === max ? 'fg.warning' : 'fg.subtle'}
      aria-label={t`${length} of ${max} characters`}
      role="img"
    >
      {length}/{max}
    </chakra.span>
  );
}
