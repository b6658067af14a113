import { Trans } from '@lingui/react/macro';
import { ticketPriorities } from '../../../contract/ticket-rules.ts';
import { useStatuses } from '../../text/statuses.ts';
import { TextField } from '../../ui/fields.tsx';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';

type Priority = (typeof ticketPriorities)[number];

/** The hours of the goals, as typed. */
export type GoalInputs = Record<Priority, string>;

interface Props {
  value: GoalInputs;
  onChange: (goals: GoalInputs) => void;
  /** The sentence for a path such as `goals.high`. */
  errorOf: (path: string) => string | undefined;
  disabled: boolean;
}

/** The hours of opening time within which support should answer, by priority (S2R-17). */
export function GoalFields({ value, onChange, errorOf, disabled }: Props) {
  const statuses = useStatuses();
  return (
    <chakra.fieldset minW="0" disabled={disabled}>
      <chakra.legend textStyle="field">
        <Trans>Hours until the answer</Trans>
      </chakra.legend>
      <Muted mb="2" textStyle="xs">
        <Trans>
          Support should answer each message within this opening time, by the priority of its ticket. Customers do not
          see it.
        </Trans>
      </Muted>
      <Box display="grid" gridTemplateColumns="repeat(auto-fit, minmax(min(8rem, 100%), 1fr))" gap="4">
        {ticketPriorities.toReversed().map((priority) => (
          <TextField
            key={priority}
            label={statuses.priority(priority)}
            value={value[priority]}
            onChange={(hours) => onChange({ ...value, [priority]: hours })}
            required
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            className="numbers"
            error={errorOf(`goals.${priority}`)}
            disabled={disabled}
          />
        ))}
      </Box>
    </chakra.fieldset>
  );
}
