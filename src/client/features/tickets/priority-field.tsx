import { useLingui } from '@lingui/react/macro';
import { ticketPriorities } from '../../../contract/tickets.ts';
import { useStatuses } from '../../text/statuses.ts';
import { SelectField } from '../../ui/fields.tsx';

interface Props {
  /** A draft of an earlier version has none: then it is medium. */
  value: string | undefined;
  error: string | null;
  onChange: (priority: string) => void;
}

/** How much a ticket matters to its customer. */
export function PriorityField({ value, error, onChange }: Props) {
  const { t } = useLingui();
  const { priority } = useStatuses();
  const choices = ticketPriorities.map((one) => ({ value: one, label: priority(one) }));
  return (
    <SelectField label={t`Priority`} choices={choices} value={value ?? 'medium'} error={error} onChange={onChange} />
  );
}
