import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Box, chakra, Stack } from './theme/styled.tsx';

export interface FieldFrame {
  label: ReactNode;
  /** The sentence under a refused field. */
  error?: string | null | undefined;
  /** A sentence under the control; an error takes its place. */
  hint?: ReactNode;
  required?: boolean | undefined;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** Content at the end of the label's line: a counter, a link. */
  aside?: ReactNode;
}

interface Props extends FieldFrame {
  /** Content under the control that an error does not replace: a link, the present choice. */
  help?: ReactNode;
  /** Renders the control with its id and its descriptions. */
  children: (control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
    'aria-required': true | undefined;
  }) => ReactNode;
}

const Label = chakra('label', { base: { textStyle: 'field', color: 'fg' } });
const HiddenLabel = chakra('label', { base: { srOnly: true } });

/** A labelled control with its hint, or its error in the hint's place, connected for screen readers. */
export function Field({ label, error, hint, help, required, hideLabel, aside, children }: Props) {
  const id = useId();
  const Name = hideLabel ? HiddenLabel : Label;
  const control = attributesOf(id, { error, hint, help, required });
  return (
    <Stack gap="1.5" minW="0" position="relative">
      <Box
        display={hideLabel && !aside ? 'contents' : 'flex'}
        justifyContent="space-between"
        alignItems="baseline"
        gap="3"
      >
        <Name htmlFor={id}>{label}</Name>
        {aside}
      </Box>
      {children(control)}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint && !error ? (
        <chakra.div id={`${id}-hint`} textStyle="xs" color="fg.muted">
          {hint}
        </chakra.div>
      ) : null}
      {help ? (
        <chakra.div id={`${id}-help`} textStyle="xs" color="fg.muted">
          {help}
        </chakra.div>
      ) : null}
    </Stack>
  );
}

/** A sentence in red about a refused value. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <chakra.p
      {...(id && { id })}
      role="alert"
      display="flex"
      gap="1.5"
      alignItems="flex-start"
      textStyle="xs"
      color="fg.error"
      overflowWrap="anywhere"
    >
      <CircleAlert size="0.875rem" aria-hidden="true" style={{ flexShrink: 0, marginTop: 1 }} />
      {children}
    </chakra.p>
  );
}

/** Returns the attributes that connect the control with its hint and its error. */
const attributesOf = (
  id: string,
  { error, hint, help, required }: Pick<Props, 'error' | 'hint' | 'help' | 'required'>,
) => ({
  id,
  'aria-describedby':
    [error ? `${id}-error` : hint && `${id}-hint`, help && `${id}-help`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-required': required ? (true as const) : undefined,
});
