import { useLingui } from '@lingui/react/macro';
import { ticketPriorities } from '../../../contract/ticket-rules.ts';
import { useStatuses } from '../../text/statuses.ts';
import { SelectField } from '../../ui/fields.tsx';

interface Props {
  /** undefined in a draft of an earlier version of the app: shown as medium. */
  value: string | undefined;
  error: string | null;
  onChange: (priority: string) => void;
}

/** The field with the priority of a ticket. */
export function PriorityField({ value, error, onChange }: Props) {
  const { t } = useLingui();
  const { priority } = useStatuses();
  const choices = ticketPriorities.map((one) => ({ value: one, label: priority(one) }));
  return (
    <SelectField label={t`Priority`} choices={choices} value={value ?? 'medium'} error={error} onChange={onChange} />
  );
}
