import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Person } from '../../../contract/people.ts';
import { ticketPriorities, ticketStatuses, ticketTypes } from '../../../contract/tickets.ts';
import { useStatuses } from '../../text/statuses.ts';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

interface Values {
  search: string;
  status: string[];
  type?: string[];
  priority?: string[];
  assignee?: string[];
}

interface Props {
  state: Values;
  set: (patch: Partial<Values>) => void;
  clear: () => void;
  isFiltered: boolean;
  /** The choices of the filter by assignee. */
  admins?: readonly Person[];
}

/** Search, statuses and (for admins) types, priorities and assignees; any change starts at page 1. */
export function TicketFilters({ state, set, clear, isFiltered, admins = [] }: Props) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const choose = (label: string, value: string[] | undefined, onChange: (value: string[]) => void) => ({
    label,
    value: value ?? [],
    onChange,
  });
  return (
    <Box display="flex" flexWrap="wrap" gap="2" mb="4">
      <SearchBox label={t`Search tickets`} value={state.search} onSearch={(search) => set({ search })} />
      <MultiSelect
        {...choose(t`Status`, state.status, (status) => set({ status }))}
        choices={ticketStatuses.map((status) => ({ value: status, label: statuses.ticket(status).label }))}
      />
      {state.type ? (
        <MultiSelect
          {...choose(t`Type`, state.type, (type) => set({ type }))}
          choices={ticketTypes.map((type) => ({ value: type, label: statuses.ticketType(type) }))}
        />
      ) : null}
      {state.priority ? (
        <MultiSelect
          {...choose(t`Priority`, state.priority, (priority) => set({ priority }))}
          choices={ticketPriorities
            .toReversed()
            .map((priority) => ({ value: priority, label: statuses.priority(priority) }))}
        />
      ) : null}
      {state.assignee ? (
        <MultiSelect
          {...choose(t`Assignee`, state.assignee, (assignee) => set({ assignee }))}
          choices={[
            { value: 'none', label: t`Nobody` },
            ...admins.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      ) : null}
      {isFiltered ? (
        <Button variant="ghost" onClick={() => clear()}>
          <Trans>Clear</Trans>
        </Button>
      ) : null}
    </Box>
  );
}
