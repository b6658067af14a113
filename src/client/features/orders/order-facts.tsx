import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { returnedStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { useDates } from '../../text/dates.ts';
import { useStatuses } from '../../text/statuses.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { OrderAnswers } from './order-answers.tsx';
import { ItemName, ItemPicture, ItemUnits, usePictures } from './order-items.tsx';
import { ProofView } from './proof-view.tsx';
import { Box, chakra, MutedSpan, Stack, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  order: Order;
  /** What an admin sees besides the customer's view: the customer, and a choice of status in place of its badge. */
  admin?: { customer: ReactNode; status: ReactNode };
}

/** Status, date, product lines with variants, total, message, delivery notes and proof. */
export function OrderFacts({ order, admin }: Props) {
  const statuses = useStatuses();
  return (
    <Stack gap="5">
      <Facts>
        <Fact name={<Trans>Order ID</Trans>}>
          <chakra.bdi className="numbers">#{order.id}</chakra.bdi>
        </Fact>
        <Fact name={<Trans>Status</Trans>}>{admin?.status ?? <StatusBadge {...statuses.order(order.status)} />}</Fact>
        {admin ? <Fact name={<Trans>Customer</Trans>}>{admin.customer}</Fact> : null}
        <Fact name={<Trans>Date</Trans>}>
          <OrderDate at={order.created_at} />
        </Fact>
      </Facts>
      <Lines order={order} />
      {admin
        ? null
        : order.items.map(({ product_id, answers }, index) =>
            answers ? <OrderAnswers key={index} productId={product_id} answers={answers} /> : null,
          )}
      {order.message ? (
        <UserText title={admin ? <Trans>Message from the customer</Trans> : <Trans>Your message</Trans>}>
          {order.message}
        </UserText>
      ) : null}
      {order.notes ? <UserText title={<Trans>Delivery notes</Trans>}>{order.notes}</UserText> : null}
      {order.file_url ? (
        <Box>
          <Title>
            <Trans>Delivery proof</Trans>
          </Title>
          <ProofView id={order.id} url={order.file_url} />
        </Box>
      ) : null}
    </Stack>
  );
}

function Lines({ order }: { order: Order }) {
  const pictures = usePictures();
  return (
    <Box>
      <Title>
        <Trans>Products</Trans>
      </Title>
      <Box borderWidth="1px" borderRadius="lg" mt="1.5">
        {order.items.map((item, index) => (
          <Line key={index}>
            <ItemPicture items={[item]} pictures={pictures} boxSize="10" />
            <chakra.span minW="0" display="block">
              <ItemName item={item} />
              <ItemUnits item={item} />
            </chakra.span>
            <MoneyText amount={item.price} ms="auto" />
          </Line>
        ))}
        <Line fontWeight="semibold">
          <Trans>Total</Trans>
          <MoneyText amount={order.total_price} ms="auto" />
        </Line>
        {order.refunded === undefined || returnedStatuses.includes(order.status) ? null : (
          <Line>
            <Trans>Returned in part</Trans>
            <chakra.span ms="auto" textAlign="end">
              <Returned part={<MoneyText amount={order.refunded} />} total={<MoneyText amount={order.total_price} />} />
            </chakra.span>
          </Line>
        )}
      </Box>
    </Box>
  );
}

/** `€4.50 returned of €15.00`. */
const Returned = ({ part, total }: { part: ReactNode; total: ReactNode }) => (
  <Trans>
    {part} returned of {total}
  </Trans>
);

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <Wrap justifyContent="space-between" alignItems="center" columnGap="4">
      <chakra.dt color="fg.muted">{name}</chakra.dt>
      <chakra.dd textAlign="end" ms="auto" maxW="full">
        {children}
      </chakra.dd>
    </Wrap>
  );
}

/** A text that a user wrote: shown as plain text, in its own direction, under its title in every language. */
function UserText({ title, children }: { title: ReactNode; children: string }) {
  return (
    <Box>
      <Title>{title}</Title>
      <FreeText as="p" mt="1" whiteSpace="pre-wrap">
        {children}
      </FreeText>
    </Box>
  );
}

const Title = chakra('h3', { base: { textStyle: 'xs', fontWeight: 'medium', color: 'fg.muted' } });
const Facts = chakra('dl', { base: { display: 'flex', flexDirection: 'column', gap: '2' } });
const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '3.5',
    py: '2.5',
    '&:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border.muted' },
  },
});

/** A long date in the user's language, and the time. */
function OrderDate({ at }: { at: string }) {
  const dates = useDates();
  return (
    <chakra.time dateTime={at} className="numbers">
      {dates.long(at)} <MutedSpan whiteSpace="nowrap">{dates.time(at)}</MutedSpan>
    </chakra.time>
  );
}
