import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { isOnlineOnly, orderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { Menu } from '../../ui/menu.tsx';
import { StatusChoice } from './order-status-select.tsx';
import { useBulkStatus } from './use-bulk-status.ts';

interface Props {
  orders: readonly Order[];
  onDone: () => void;
}

/** The bar for selected orders: their number, a menu of the statuses that move no money, and Cancel. */
export function OrderBulkBar({ orders, onDone }: Props) {
  const { t } = useLingui();
  const bulk = useBulkStatus();
  const items = orderStatuses
    .filter((status) => !isOnlineOnly(status))
    .map((status) => ({
      id: status,
      label: <StatusChoice status={status} />,
      onSelect: () => void bulk.start(orders, status).then(onDone),
    }));
  return (
    <Box
      role="region"
      aria-label={t`Selected orders`}
      position="sticky"
      top={{ base: '16', md: '20' }}
      zIndex="docked"
      display="flex"
      alignItems="center"
      flexWrap="wrap"
      gap="1"
      mb="3"
      ps="4"
      pe="2"
      py="2"
      bg="brand.subtle"
      borderWidth="1px"
      borderColor="brand.border"
      borderRadius="lg"
    >
      <Box flex="1" minW="20" fontWeight="medium" className="numbers" aria-live="polite">
        <Plural value={orders.length} one="# selected" other="# selected" />
      </Box>
      <Menu
        label={t`Update status`}
        items={items}
        trigger={(props) => (
          <Button size="sm" loading={bulk.busy} {...props}>
            <Trans>Update status</Trans>
            <ChevronDown aria-hidden="true" />
          </Button>
        )}
      />
      <Button size="sm" variant="ghost" onClick={onDone}>
        <Trans>Cancel</Trans>
      </Button>
    </Box>
  );
}
