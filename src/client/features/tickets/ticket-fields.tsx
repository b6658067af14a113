import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { contentMax, subjectMax } from '../../../contract/limits.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { ticketPriorities } from '../../../contract/ticket-rules.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { useStatuses } from '../../text/statuses.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { TypeField } from './type-field.tsx';

export interface TicketTexts {
  subject: string;
  type: string;
  priority: string;
  content: string;
}

interface Props {
  values: TicketTexts;
  errors: FieldErrors;
  onChange: (patch: Partial<TicketTexts>) => void;
  /** Shown above the fields. */
  children?: ReactNode;
}

/** The fields of a ticket: content, subject, type and priority, each with its error under it. */
export function TicketFields({ values, errors, onChange, children }: Props) {
  const { t } = useLingui();
  const error = useFieldError(errors);
  return (
    <>
      {children}
      <ContentField
        label={t`What happened?`}
        errorName={t`Content`}
        value={values.content}
        errors={errors}
        onChange={(content) => onChange({ content })}
      />
      <TextField
        label={t`Subject`}
        required
        max={subjectMax}
        value={values.subject}
        error={error('subject', t`Subject`)}
        onChange={(subject) => onChange({ subject })}
      />
      <TypeField value={values.type} error={error('type', t`Type`)} onChange={(type) => onChange({ type })} />
      <PriorityField
        value={values.priority}
        error={error('priority', t`Priority`)}
        onChange={(priority) => onChange({ priority })}
      />
    </>
  );
}

interface ContentProps {
  label: string;
  /** The field's name in its errors, where the label is a question. */
  errorName?: string;
  value: string;
  errors: FieldErrors;
  onChange: (content: string) => void;
}

/** The field for a long text, with a counter of its characters near their limit. */
export function ContentField({ label, errorName = label, value, errors, onChange }: ContentProps) {
  const error = useFieldError(errors)('content', errorName);
  return (
    <TextAreaField
      label={label}
      errorName={errorName}
      required
      rows={6}
      max={contentMax}
      hasQuietCounter
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

/** Returns a function that turns the first error code of a field into a sentence with the field's label (S8-03). */
export function useFieldError(errors: FieldErrors): (field: string, label: string) => string | null {
  const { field: sentenceOf } = useRefusalText();
  return (field, label) => {
    const code = errors[field]?.[0];
    return code ? sentenceOf(code, label) : null;
  };
}

interface PriorityFieldProps {
  /** undefined in a draft of an earlier version of the app: shown as medium. */
  value: string | undefined;
  error: string | null;
  onChange: (priority: string) => void;
}

/** The field with the priority of a ticket. */
function PriorityField({ value, error, onChange }: PriorityFieldProps) {
  const { t } = useLingui();
  const { priority } = useStatuses();
  const choices = ticketPriorities.map((one) => ({ value: one, label: priority(one) }));
  return (
    <SelectField label={t`Priority`} choices={choices} value={value ?? 'medium'} error={error} onChange={onChange} />
  );
}
