import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { readProductPictures, type ProductPictures } from '../../local/product-pictures.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useDates } from '../../text/dates.ts';
import { isolated } from '../../text/isolated.ts';
import { Field } from '../../ui/field.tsx';
import { directionOf } from '../../ui/fields.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { InputBox } from '../../ui/theme/recipes.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { readOrder } from './queries.ts';
import { useOrderChoices } from './use-order-choices.ts';
import { Box, chakra, Muted, MutedSpan, Stack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  value: number | null;
  onChange: (orderId: number | null) => void;
}

/** The optional choice of the order that a ticket is about, from the user's orders on this device. */
export function OrderPicker({ value, onChange }: Props) {
  const { t } = useLingui();
  const db = currentDatabase();
  const [isOpen, setOpen] = useState(false);
  const chosen = useLiveQuery(() => (value === null ? undefined : readOrder(db, value)), [db, value]);
  const label = value === null ? t`Choose an order` : t`Order #${value}: choose another one`;
  const choose = (order: Order) => {
    setOpen(false);
    onChange(order.id);
  };
  return (
    <Field label={t`Order (optional)`}>
      {(control) => (
        <Box display="flex" gap="2" minW="0">
          <Button
            {...control}
            aria-label={label}
            variant="outline"
            flex="1"
            minW="0"
            h="auto"
            minH={value === null ? { base: '11', md: '10' } : '14'}
            py="2"
            px="3"
            gap="3"
            textAlign="start"
            fontWeight="normal"
            borderColor="border.control"
            fontSize={{ base: 'md', md: 'sm' }}
            onClick={() => setOpen(true)}
          >
            {value === null ? (
              <chakra.span flex="1" color="fg.subtle">
                <Trans>Choose an order</Trans>
              </chakra.span>
            ) : (
              <Chosen id={value} order={chosen} />
            )}
            <chakra.span color="fg.subtle" aria-hidden="true">
              <ChevronDown size="1rem" />
            </chakra.span>
          </Button>
          {value === null ? null : (
            <IconButton
              label={t`Remove the order`}
              variant="outline"
              borderColor="border.control"
              onClick={() => onChange(null)}
            >
              <X size={16} />
            </IconButton>
          )}
          <SheetDialog open={isOpen} onClose={() => setOpen(false)} title={<Trans>Choose an order</Trans>}>
            <Choices onChoose={choose} />
          </SheetDialog>
        </Box>
      )}
    </Field>
  );
}

function Chosen({ id, order }: { id: number; order: Order | undefined }) {
  const pictures = useOrderPictures(order && [order]);
  if (order) return <OrderSummary order={order} pictures={pictures} />;
  return (
    <chakra.bdi flex="1" className="numbers">
      #{id}
    </chakra.bdi>
  );
}

function Choices({ onChoose }: { onChoose: (order: Order) => void }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const orders = useOrderChoices(search.trim());
  const pictures = useOrderPictures(orders);
  return (
    <Stack gap="3" minH={{ sm: '20rem' }}>
      <InputBox
        type="search"
        dir={directionOf(search)}
        data-autofocus=""
        aria-label={t`Search orders`}
        placeholder={t`Search orders`}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={preventSubmit}
      />
      {orders?.length === 0 ? (
        <Muted py="4" textAlign="center">
          {search ? <Trans>No orders match your search.</Trans> : <Trans>There are no orders on this device.</Trans>}
        </Muted>
      ) : null}
      <Box as="ul" mx="-2">
        {orders?.map((order) => (
          <li key={order.id}>
            <Choice type="button" onClick={() => onChoose(order)}>
              <OrderSummary order={order} pictures={pictures} />
            </Choice>
          </li>
        ))}
      </Box>
    </Stack>
  );
}

interface SummaryProps {
  order: Order;
  pictures: ProductPictures | undefined;
}

/** What an order is about, its number, date and price, with its picture. */
function OrderSummary({ order, pictures }: SummaryProps) {
  const dates = useDates();
  return (
    <>
      <Picture order={order} pictures={pictures} />
      <chakra.span flex="1" minW="0" whiteSpace="normal">
        <FreeText fontWeight="medium">{productsOf(order)}</FreeText>
        <MutedSpan display="block" textStyle="xs">
          <bdi className="numbers">#{order.id}</bdi> · {dates.long(order.created_at)}
        </MutedSpan>
      </chakra.span>
      <MoneyText amount={order.total_price} />
    </>
  );
}

/** The picture of the first product of an order. */
function Picture({ order: { items }, pictures }: SummaryProps) {
  const [first] = items;
  if (!first) return null;
  const picture = pictures?.get(first.product_id);
  return (
    <ProductImage
      as="span"
      src={picture?.src}
      product={{ id: first.product_id, title: first.product_name, motifTexts: picture?.motifTexts }}
      ratio="1"
      boxSize="10"
      flexShrink={0}
      borderRadius="md"
      sizes="40px"
    />
  );
}

/** Returns the pictures of the first products of orders. */
function useOrderPictures(orders: readonly Order[] | undefined): ProductPictures | undefined {
  const db = currentDatabase();
  const ids = orders?.flatMap(({ items }) => items[0]?.product_id ?? []) ?? [];
  return useLiveQuery(() => readProductPictures(db, ids), [db, ids.join()]);
}

/** Enter would submit the ticket's form, which the dialog is in. */
const preventSubmit = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

const productsOf = ({ items }: Order): string =>
  items
    .map(({ product_name, variant_name }) =>
      [product_name, variant_name ?? ''].filter(Boolean).map(isolated).join(' – '),
    )
    .join(', ');

const Choice = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    minH: '11',
    px: '2',
    py: '2',
    borderRadius: 'md',
    textAlign: 'start',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.muted' },
  },
});
