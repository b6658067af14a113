import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2, Truck } from 'lucide-react';
import { isOnlineOnly, openOrderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import type { PendingState } from '../../sync/pending.ts';
import { useDates } from '../../text/dates.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PendingMark } from '../../ui/pending-mark.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';
import { ItemName } from './order-items.tsx';

/** The number of an order, with a mark while the server has not accepted all its changes. */
export function OrderNumber({ id, pending }: { id: number; pending: PendingState | undefined }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      <bdi>#{id}</bdi>
      <PendingMark state={pending} />
    </chakra.span>
  );
}

/** The customer of an order: name, id and, where this device knows it, e-mail; on phones in one line without e-mail. */
export function Customer({ order, email }: { order: Order; email: string | undefined }) {
  return (
    <Box
      display={{ base: 'flex', sm: 'block' }}
      alignItems="baseline"
      gap="2"
      maxW={{ base: 'full', sm: '40', xl: '52', '2xl': 'none' }}
    >
      <FreeText lineClamp={1}>{order.user_name}</FreeText>
      <chakra.span display="flex" gap="1" textStyle="xs" color="fg.muted">
        <bdi className="numbers">#{order.user_id}</bdi>
        {email === undefined ? null : (
          <chakra.bdi minW="0" truncate title={email} hideBelow="sm">
            {email}
          </chakra.bdi>
        )}
      </chakra.span>
    </Box>
  );
}

/** All products of an order with their variants, one in a line. */
export function AllItems({ items }: Pick<Order, 'items'>) {
  return items.map((item, index) => (
    <Box as="span" key={index} display="block" lineClamp={{ base: 1, sm: 3 }}>
      <ItemName item={item} />
    </Box>
  ));
}

/** The date of an order, and the time under it. */
export function OrderMoment({ at }: { at: string }) {
  const dates = useDates();
  return (
    <chakra.time dateTime={at} display="block" whiteSpace="nowrap">
      {dates.short(at)}{' '}
      <chakra.span display={{ sm: 'block' }} textStyle="xs" color="fg.muted">
        {dates.time(at)}
      </chakra.span>
    </chakra.time>
  );
}

/** Deliver and Delete; hidden on phones, where a tap on the card opens the order with its actions. */
export function RowActions({ order: { id, status } }: { order: Order }) {
  const { t } = useLingui();
  const deliver = useUrlDialog('deliver');
  const removal = useUrlDialog('delete');
  return (
    <Box display="inline-flex" justifyContent="flex-end" hideBelow="sm">
      {openOrderStatuses.includes(status) ? (
        <IconButton size="sm" label={t`Deliver order ${id}`} onClick={() => deliver.open(id)} hideBelow="lg">
          <Truck size={18} data-mirror="" />
        </IconButton>
      ) : null}
      <RowMenu
        label={t`Actions for order ${id}`}
        items={[
          {
            id: 'deliver',
            label: <Trans>Deliver</Trans>,
            icon: Truck,
            isDirected: true,
            disabled: isOnlineOnly(status),
            onSelect: () => deliver.open(id),
          },
          {
            id: 'delete',
            label: <Trans>Delete</Trans>,
            icon: Trash2,
            tone: 'danger',
            onSelect: () => removal.open(id),
          },
        ]}
      />
    </Box>
  );
}
