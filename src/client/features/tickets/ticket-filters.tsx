import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { ticketStatuses, ticketTypes } from '../../../contract/tickets.ts';
import { useStatuses } from '../../text/statuses.ts';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

interface Values {
  search: string;
  status: string[];
  type?: string[];
}

interface Props {
  state: Values;
  set: (patch: Partial<Values>) => void;
  clear: () => void;
  isFiltered: boolean;
}

/** Search, statuses and (for admins) types; any change starts at page 1. */
export function TicketFilters({ state, set, clear, isFiltered }: Props) {
  const { t } = useLingui();
  const statuses = useStatuses();
  return (
    <Box display="flex" flexWrap="wrap" gap="2" mb="4">
      <SearchBox label={t`Search tickets`} value={state.search} onSearch={(search) => set({ search })} />
      <MultiSelect
        label={t`Status`}
        value={state.status}
        onChange={(status) => set({ status })}
        choices={ticketStatuses.map((status) => ({ value: status, label: statuses.ticket(status).label }))}
      />
      {state.type ? (
        <MultiSelect
          label={t`Type`}
          value={state.type}
          onChange={(type) => set({ type })}
          choices={ticketTypes.map((type) => ({ value: type, label: statuses.ticketType(type) }))}
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
