import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { orderMessageMax } from '../../../contract/limits.ts';
import { MoneyFooter } from '../../forms/money-footer.tsx';
import { useFrozen, type MoneyForm, type MoneyPhase } from '../../forms/use-money-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { serverNow } from '../../text/dates.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { chakra, Muted, Stack } from '../../ui/theme/styled.tsx';
import { BalancePreview } from './balance-preview.tsx';
import { purchasableOf, type OrderFormData } from './order-form-data.ts';
import { OrderNotices } from './order-notices.tsx';
import { ProductSummary } from './product-summary.tsx';
import { refreshBalance } from './refresh-balance.ts';
import { useOrderReports } from './use-order-reports.ts';
import { useOrder } from './use-order.ts';
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
  const { product, purchasable, price, blockers, message, order, choose, confirm } = useOrderForm({
    form,
    variantId,
    onClose,
  });
  const isShort = !purchasable.needsChoice && form.balance !== undefined && form.balance < price;
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
        <OrderNotices {...{ order, product, blockers, online, isShort }} />
        <ProductSummary product={product} price={price} isFrom={purchasable.needsChoice} />
        {product.has_variants ? (
          <VariantChoice
            purchasable={purchasable}
            isMissing={order.problem?.kind === 'variant'}
            isFixed={order.phase !== 'editing'}
            onChoose={choose}
          />
        ) : null}
        <Balance
          balance={form.balance}
          price={purchasable.needsChoice ? null : price}
          isSent={order.phase !== 'editing'}
        />
        {isOrderable ? <MessageField {...message} phase={order.phase} /> : null}
      </Stack>
    </SheetDialog>
  );
}

function useOrderForm({ form: { product, doubts }, variantId, onClose }: Props) {
  const [chosen, setChosen] = useState(variantId);
  const [text, setText, deleteDraft] = useDraft(`order:${product.id}`, '');
  const leave = () => {
    void deleteDraft();
    onClose();
  };
  const order = useOrder(useOrderReports(leave));
  const purchasable = purchasableOf(product, chosen);
  const { variant } = purchasable;
  const price = order.newPriceOf(product.id, variant?.id ?? null) ?? purchasable.cataloguePrice;
  const choose = (id: number) => {
    setChosen(id);
    order.clearProblem();
  };
  return {
    product,
    purchasable,
    price,
    order,
    choose,
    message: { text, onText: setText },
    blockers: doubts.filter(({ key }) => !order.owns(key)),
    confirm: () => (isTooLong(text) ? focusMessage() : order.confirm({ product, variant, price, message: text })),
  };
}

const isTooLong = (text: string): boolean => [...text.trim()].length > orderMessageMax;

const focusMessage = () => document.querySelector<HTMLElement>('dialog textarea[aria-invalid]')?.focus();

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
  price: number | null;
  /** The order is sent, and its outcome is not known. */
  isSent: boolean;
}

function Balance({ balance, price, isSent }: BalanceProps) {
  const { online, lastSyncAt } = useSyncStatus();
  const readAt = useFreshBalance(online) ?? lastSyncAt;
  const preview = { balance: useFrozen(balance, isSent), price: useFrozen(price, isSent) };
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
