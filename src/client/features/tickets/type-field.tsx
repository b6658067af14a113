import { useLingui } from '@lingui/react/macro';
import { ticketTypes } from '../../../contract/ticket-rules.ts';
import { useStatuses } from '../../text/statuses.ts';
import { SelectField } from '../../ui/fields.tsx';

interface Props {
  value: string;
  error: string | null;
  onChange: (type: string) => void;
}

/** The field with the type of a ticket. */
export function TypeField({ value, error, onChange }: Props) {
  const { t } = useLingui();
  const { ticketType } = useStatuses();
  const choices = ticketTypes.map((type) => ({ value: type, label: ticketType(type) }));
  return (
    <SelectField
      label={t`Type`}
      required
      placeholder={t`Select a type`}
      choices={choices}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
