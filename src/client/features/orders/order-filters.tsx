import { Box } from '@chakra-ui/react/box';
import { useLingui } from '@lingui/react/macro';
import { orderStatuses } from '../../../contract/orders.ts';
import { useStatuses } from '../../text/statuses.ts';
import { SelectField } from '../../ui/fields.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

interface Props {
  search: string;
  /** Empty for all. */
  status: string;
  onSearch: (text: string) => void;
  onStatus: (status: string) => void;
}

/** Search by number, product or message, and one status. */
export function OrderFilters({ search, status, onSearch, onStatus }: Props) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const choices = orderStatuses.map((value) => ({ value, label: statuses.order(value).label }));
  return (
    <Box display="flex" flexWrap="wrap" gap="2" mb="4">
      <SearchBox value={search} onSearch={onSearch} label={t`Search orders`} />
      <Box w={{ base: 'full', sm: '48' }}>
        <SelectField
          label={t`Status`}
          hideLabel
          placeholder={t`All statuses`}
          choices={choices}
          value={status}
          onChange={onStatus}
        />
      </Box>
    </Box>
  );
}
