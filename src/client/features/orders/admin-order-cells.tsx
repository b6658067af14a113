import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2, Truck } from 'lucide-react';
import { Fragment } from 'react';
import { isOnlineOnly, openOrderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductPictures } from '../../local/product-pictures.ts';
import type { PendingState } from '../../sync/pending.ts';
import { useDates } from '../../text/dates.ts';
import { useFormatCount } from '../../text/money.ts';
import { useAnswerText } from '../../text/translated.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PendingMark } from '../../ui/pending-mark.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useUrlDialogOpener } from '../../ui/use-url-dialog.ts';
import { ItemName, ItemPicture } from './order-items.tsx';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';

/** The number of an order, with a mark while the server has not accepted all its changes. */
export function OrderNumber({ id, pending }: { id: number; pending: PendingState | undefined }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      <bdi>#{id}</bdi>
      <PendingMark state={pending} />
    </chakra.span>
  );
}

/** The customer of an order: name, id and, where this device knows it, e-mail; on phones without e-mail. */
export function Customer({ order, email }: { order: Order; email: string | undefined }) {
  return (
    <Box
      display={{ base: 'flex', sm: 'block' }}
      alignItems="baseline"
      gap="2"
      maxW={{ base: 'full', sm: '32', lg: '40', xl: '44', '2xl': 'none' }}
    >
      <FreeText minW="0" lineClamp={{ base: 2, sm: 1 }} title={order.user_name}>
        {order.user_name}
      </FreeText>
      <MutedSpan display="flex" gap="1" flexShrink={0} textStyle="xs">
        <bdi className="numbers">#{order.user_id}</bdi>
        {email === undefined ? null : (
          <chakra.bdi minW="0" truncate title={email} hideBelow="sm">
            {email}
          </chakra.bdi>
        )}
      </MutedSpan>
    </Box>
  );
}

interface ItemsProps extends Pick<Order, 'items'> {
  pictures: ProductPictures;
}

/** All products of an order with their variants, one in a line, beside the picture of the first one. */
export function AllItems({ items, pictures }: ItemsProps) {
  return (
    <Box as="span" display="flex" alignItems={{ base: 'flex-start', sm: 'center' }} gap="2.5" minW="0">
      <ItemPicture
        items={items}
        pictures={pictures}
        data-lead-picture=""
        boxSize={{ base: '9', sm: '8' }}
        // On a card beside the title and the customer.
        smDown={{ mt: '1', mb: '-4' }}
        // A narrow table needs the space for the names.
        display={{ base: 'grid', sm: 'none', lg: 'grid' }}
      />
      <Box as="span" minW={{ base: '0', xl: '28' }} flex={{ xl: '1' }}>
        {items.map((item, index) => (
          <Fragment key={index}>
            <Box as="span" display="block" lineClamp={2}>
              <ItemName item={item} isStacked />
            </Box>
            <Sold item={item} />
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}

/** The quantity of an item and its answers, in one short line; nothing for one unit without answers. */
function Sold({ item: { quantity = 1, answers = [] } }: { item: Order['items'][number] }) {
  const formatCount = useFormatCount();
  const answerText = useAnswerText();
  const parts = [...(quantity > 1 ? [`${formatCount(quantity)} ×`] : []), ...answers.map(answerText)];
  if (parts.length === 0) return null;
  return (
    <MutedSpan display="block" textStyle="xs" truncate>
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
        <Fragment key={index}>
          {index > 0 ? ' · ' : ''}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </MutedSpan>
  );
}

/** The date of an order, and the time under it; on narrow screens the short form of a list. */
export function OrderMoment({ at }: { at: string }) {
  const dates = useDates();
  return (
    <>
      <RelativeTime
        at={at}
        display={{ base: 'inline-block', lg: 'none' }}
        minW={{ sm: '16' }}
        whiteSpace={{ base: 'nowrap', sm: 'normal' }}
      />
      <chakra.time dateTime={at} display={{ base: 'none', lg: 'block' }} whiteSpace="nowrap">
        {dates.short(at)}{' '}
        <MutedSpan display="block" textStyle="xs">
          {dates.time(at)}
        </MutedSpan>
      </chakra.time>
    </>
  );
}

/** Deliver and Delete; hidden on phones, where a tap on the card opens the order with its actions. */
export function RowActions({ order: { id, status } }: { order: Order }) {
  const { t } = useLingui();
  const deliver = useUrlDialogOpener('deliver');
  const remove = useUrlDialogOpener('delete');
  return (
    <Box display="inline-flex" justifyContent="flex-end" hideBelow="sm">
      {openOrderStatuses.includes(status) ? (
        <IconButton size="sm" label={t`Deliver order ${id}`} onClick={() => deliver(id)} hideBelow="lg">
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
            onSelect: () => deliver(id),
          },
          {
            id: 'delete',
            label: <Trans>Delete</Trans>,
            icon: Trash2,
            tone: 'danger',
            onSelect: () => remove(id),
          },
        ]}
      />
    </Box>
  );
}
