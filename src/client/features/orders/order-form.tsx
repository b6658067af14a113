import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { orderMessageMax } from '../../../contract/limits.ts';
import { currentDatabase } from '../../local/current.ts';
import { useFrozen } from '../../forms/use-money-call.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { serverNow } from '../../text/dates.ts';
import { TextAreaField } from '../../ui/fields.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { BalancePreview } from './balance-preview.tsx';
import { purchasableOf } from './order-form-data.ts';
import type { OrderFormData } from './order-form-data.ts';
import { OrderFooter } from './order-footer.tsx';
import { OrderNotices } from './order-notices.tsx';
import { ProductSummary } from './product-summary.tsx';
import { refreshBalance } from './refresh-balance.ts';
import { useOrder, type OrderPhase } from './use-order.ts';
import { useOrderReports } from './use-order-reports.ts';
import { VariantChoice } from './variant-choice.tsx';
import { Box } from '../../ui/theme/styled.tsx';

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
  const close = () => {
    order.acknowledge();
    onClose();
  };
  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={order.phase === 'sending' ? () => undefined : close}
      title={<Trans>Place an order</Trans>}
      footer={
        <OrderFooter
          {...{ online, isOrderable }}
          onClose={close}
          phase={order.phase}
          onConfirm={confirm}
          onCheck={() => void order.check()}
        />
      }
    >
      <Box display="flex" flexDirection="column" gap="5">
        <OrderNotices {...{ order, product, blockers, online }} isShort={isShort} />
        <ProductSummary product={product} price={price} isFrom={purchasable.needsChoice} />
        {product.has_variants ? (
          <VariantChoice
            purchasable={purchasable}
            isMissing={order.problem?.kind === 'variant'}
            isFixed={order.phase !== 'choosing'}
            onChoose={choose}
          />
        ) : null}
        <Balance
          balance={form.balance}
          price={purchasable.needsChoice ? null : price}
          isSent={order.phase !== 'choosing'}
        />
        {isOrderable ? <MessageField {...message} phase={order.phase} /> : null}
      </Box>
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
  const order = useOrder(currentDatabase(), useOrderReports(leave));
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
    blockers: doubts.filter(({ key }) => key !== order.key && !order.spent.includes(key)),
    confirm: () => (isTooLong(text) ? focusMessage() : void order.confirm({ product, variant, price, message: text })),
  };
}

const isTooLong = (text: string): boolean => [...text.trim()].length > orderMessageMax;

const focusMessage = () => document.querySelector<HTMLElement>('dialog textarea[aria-invalid]')?.focus();

interface MessageProps {
  text: string;
  onText: (text: string) => void;
  phase: OrderPhase;
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
      disabled={phase !== 'choosing'}
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
