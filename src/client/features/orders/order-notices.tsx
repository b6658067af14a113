import { Plural, Trans } from '@lingui/react/macro';
import { canBeOrdered } from '../../../contract/order-rules.ts';
import type { StockRow } from '../../../contract/codes.ts';
import type { ProductRow } from '../../../contract/products.ts';
import { MoneyNotices } from '../../forms/money-notices.tsx';
import type { CallFailure } from '../../api/failure.ts';
import type { MoneyForm } from '../../forms/use-money-form.ts';
import { useMoney } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import type { PendingCall } from '../../local/stored.ts';
import { settleCallInDoubt, useCallsInDoubt } from '../../sync/use-pending-calls.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SoldOutNotice } from './sold-out-notice.tsx';
import type { OrderProblem } from './use-order.ts';
import { Box } from '../../ui/theme/styled.tsx';

interface Props {
  order: MoneyForm & { problem: OrderProblem | null };
  product: ProductRow;
  /** Earlier orders of this product that are not settled: they must be settled first. */
  blockers: readonly PendingCall[];
  online: boolean;
  /** The stock of the choice, when its codes have run out. */
  soldOut: StockRow | null;
  /** The balance is less than the price, which is said beside the balance. */
  isShort: boolean;
}

/** The obstacles to this order and its unknown outcome. */
export function OrderNotices({ order, product, soldOut, blockers, online, isShort }: Props) {
  const { phase, problem } = order;
  return (
    <>
      <NotOrderable product={product} soldOut={soldOut} />
      {phase === 'editing' ? <DoubtNotices doubts={blockers} onCheck={settleCallInDoubt} /> : null}
      <MoneyNotices words={words} money={order} online={online} />
      {problem && !(isShort && isOfBalance(problem)) ? <Problem problem={problem} /> : null}
    </>
  );
}

/** Why the product, or the choice, cannot be ordered; nothing when it can. */
function NotOrderable({ product, soldOut }: Pick<Props, 'product' | 'soldOut'>) {
  if (soldOut && product.is_available) return <SoldOutNotice stock={soldOut} />;
  if (canBeOrdered(product)) return null;
  return (
    <Notice tone="warning">
      {product.is_out_of_stock ? (
        <Trans>This product is out of stock. It can be ordered again when the shop has new units.</Trans>
      ) : (
        <Trans>This product is not available at the moment.</Trans>
      )}
    </Notice>
  );
}

const isOfBalance = (problem: OrderProblem): boolean =>
  problem.kind === 'refused' && problem.failure.code === 'BALANCE_NOT_ENOUGH';

/** The calls in doubt: placed orders that are not in the list yet, and changes of status that move money. */
export function OrdersInDoubt() {
  const doubts = useCallsInDoubt();
  return doubts.length === 0 ? null : (
    <Box mb="4">
      <DoubtNotices doubts={doubts} onCheck={settleCallInDoubt} />
    </Box>
  );
}

const words = {
  checking: <Trans>We do not know yet whether your order was placed. Checking…</Trans>,
  doubt: <Trans>We do not know yet whether your order was placed.</Trans>,
  notApplied: <Trans>The order was not placed, and nothing was charged. You can confirm again.</Trans>,
};

function Problem({ problem }: { problem: OrderProblem }) {
  const { format } = useMoney();
  const refusalText = useRefusalText();
  switch (problem.kind) {
    case 'variant':
    case 'notApplied':
      return null;
    case 'price':
      return (
        <Notice
          tone="warning"
          title={
            <Trans>
              The price has changed from {format(problem.from)} to {format(problem.to)}.
            </Trans>
          }
        >
          <Trans>Nothing was charged. Confirm again to order at the new price.</Trans>
        </Notice>
      );
    case 'refused':
      return isOfOlderProduct(problem.failure) ? (
        <Notice tone="warning" title={<Trans>The shop has changed what this product asks for.</Trans>}>
          <Trans>Nothing was charged. Check the fields and confirm again.</Trans>
        </Notice>
      ) : (
        <Notice tone="error">{unitsLeft(problem.failure) ?? refusalText.failure(problem.failure)}</Notice>
      );
  }
}

/** The form had a field that the product no longer has: the product is read again, and what is typed stays. */
const isOfOlderProduct = ({ errors }: CallFailure): boolean => errors?.answers !== undefined;

/** Says how many units are left, where fewer are left than the customer wants. */
function unitsLeft({ code, details }: CallFailure) {
  const free = details?.free;
  if (code !== 'OUT_OF_STOCK' || typeof free !== 'number' || free < 1) return null;
  return <Plural value={free} one="Only # left: order fewer." other="Only # left: order fewer." />;
}
