import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { orderMessageMax } from '../../../contract/limits.ts';
import { MoneyFooter } from '../../forms/money-footer.tsx';
import { useFrozen, type MoneyForm, type MoneyPhase } from '../../forms/use-money-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { serverNow } from '../../text/dates.ts';
import { soldOutRow } from '../../local/stock-levels.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { chakra, Muted, Stack } from '../../ui/theme/styled.tsx';
import { BalancePreview } from './balance-preview.tsx';
import type { OrderFormData } from './order-form-data.ts';
import { OrderNotices } from './order-notices.tsx';
import { OrderUnitsFields } from './order-units-fields.tsx';
import { ProductSummary } from './product-summary.tsx';
import { refreshBalance } from './refresh-balance.ts';
import { useOrderForm } from './use-order-form.ts';
import { VariantChoice } from './variant-choice.tsx';

interface Props {
  form: OrderFormData & { product: NonNullable<OrderFormData['product']> };
  /** The variant that is chosen from the start; null for none. */
  variantId: number | null;
  onClose: () => void;
}

/** The product, the choice and the confirmation of an order; stays open until the order is placed or the user leaves. */
export function OrderForm({ form, variantId, onClose }: Props) {
  const { online } = useSyncStatus();
  const shown = useOrderForm({ form, variantId, onClose });
  const { product, purchasable, price, units, entries, blockers, message, order, choose, confirm } = shown;
  const total = purchasable.needsChoice ? null : units.total;
  const isShort = total !== null && form.balance !== undefined && form.balance < total;
  const isOrderable = purchasable.isOrderable && blockers.length === 0;
  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={order.phase === 'sending' ? () => undefined : onClose}
      title={<Trans>Place an order</Trans>}
      footer={<OrderFooter {...{ order, online, isOrderable, onClose }} onConfirm={confirm} />}
    >
      <Stack gap="5">
        <OrderNotices {...{ order, product, blockers, online, isShort }} soldOut={purchasable.soldOut} />
        <ProductSummary product={product} price={price} isFrom={purchasable.needsChoice} />
        {product.has_variants ? (
          <VariantChoice
            purchasable={purchasable}
            isSoldOut={({ id }) => soldOutRow(product, id, form.stock) !== null}
            per={units.rules.price_per}
            isMissing={order.problem?.kind === 'variant'}
            isFixed={order.phase !== 'editing'}
            onChoose={choose}
          />
        ) : null}
        {isOrderable ? (
          <OrderUnitsFields {...{ entries, units, price }} saved={form.saved} isFixed={order.phase !== 'editing'} />
        ) : null}
        <Balance balance={form.balance} total={total} isSent={order.phase !== 'editing'} />
        {isOrderable ? <MessageField {...message} phase={order.phase} /> : null}
      </Stack>
    </SheetDialog>
  );
}

interface MessageProps {
  text: string;
  onText: (text: string) => void;
  phase: MoneyPhase;
}

/** Not shown when it is empty and the order was sent: nothing can be written any more. */
function MessageField({ text, onText, phase }: MessageProps) {
  const { t } = useLingui();
  if (!text && (phase === 'checking' || phase === 'doubt')) return null;
  return (
    <TextAreaField
      label={t`Message (optional)`}
      rows={2}
      max={orderMessageMax}
      value={text}
      disabled={phase !== 'editing'}
      onChange={onText}
    />
  );
}

interface BalanceProps {
  balance: number | undefined;
  total: number | null;
  /** The order is sent, and its outcome is not known. */
  isSent: boolean;
}

function Balance({ balance, total, isSent }: BalanceProps) {
  const { online, lastSyncAt } = useSyncStatus();
  const readAt = useFreshBalance(online) ?? lastSyncAt;
  const preview = { balance: useFrozen(balance, isSent), total: useFrozen(total, isSent) };
  return <BalancePreview {...preview} online={online} readAt={useFrozen(readAt, isSent)} />;
}

/** Requests the balance when the popup opens and when the connection is back; returns the time of the last answer in ms. */
function useFreshBalance(online: boolean): number | null {
  const [readAt, setReadAt] = useState<number | null>(null);
  useEffect(() => {
    if (!online) return;
    void refreshBalance(currentDatabase()).then((answered) => answered && setReadAt(serverNow()));
  }, [online]);
  return readAt;
}

interface OrderFooterProps {
  order: MoneyForm;
  online: boolean;
  isOrderable: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** The confirmation question and its buttons; only a way out where the product cannot be ordered. */
function OrderFooter({ order, online, isOrderable, onClose, onConfirm }: OrderFooterProps) {
  if (!isOrderable)
    return (
      <Button variant="outline" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    );
  return (
    <MoneyFooter
      money={order}
      online={online}
      offlineReason={<Trans>Orders need a connection: your balance is charged at once.</Trans>}
      question={<Question />}
      onClose={onClose}
      submit={{ onClick: onConfirm }}
    >
      <Trans>Confirm order</Trans>
    </MoneyFooter>
  );
}

function Question() {
  return (
    <Muted textStyle="xs">
      <chakra.strong display="block" textStyle="sm" fontWeight="medium" color="fg">
        <Trans>Are you sure you want to place this order?</Trans>
      </chakra.strong>
      <Trans>Your order will be processed immediately after confirmation.</Trans>
    </Muted>
  );
}
