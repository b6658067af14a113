import { Trans, useLingui } from '@lingui/react/macro';
import type { SyntheticEvent } from 'react';
import { refundReasonMax } from '../../../contract/limits.ts';
import type { Order } from '../../../contract/orders.ts';
import type { CallFailure } from '../../api/failure.ts';
import { MoneyFooter } from '../../forms/money-footer.tsx';
import { MoneyNotices } from '../../forms/money-notices.tsx';
import { settleCallInDoubt, useCallsInDoubt } from '../../sync/use-pending-calls.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useFormatCount, useMoney } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { useStatuses } from '../../text/statuses.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { TextField } from '../../ui/fields.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { chakra, MutedSpan, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { useRefundPart } from './admin-refund-part.ts';

interface Props {
  order: Order;
  onClose: () => void;
}

/** Returns a part of the price of an order to its customer; needs a connection (D-25). */
export function RefundPartDialog({ order, onClose }: Props) {
  const { id } = order;
  const online = useOnline();
  const refund = useRefundPart(order, onClose);
  const { money } = refund;
  const doubts = useCallsInDoubt().filter(({ key, about }) => about.order_id === id && !money.owns(key));
  return (
    <SheetDialog
      open
      size="sm"
      ignoresBackdrop
      onClose={money.phase === 'sending' ? () => undefined : onClose}
      title={<Trans>Return a part of order #{id}</Trans>}
      description={<IsolatedText>{order.user_name}</IsolatedText>}
      footer={
        <MoneyFooter
          submit={{ form: refund.formId }}
          money={money}
          online={online}
          offlineReason={<Trans>You are offline. Money is only returned with a connection.</Trans>}
          isBlocked={doubts.length > 0 || refund.isReturned}
          onClose={onClose}
        >
          <Trans>Return this part</Trans>
        </MoneyFooter>
      }
    >
      <Stack gap="3" mb="4" _empty={{ display: 'none' }}>
        <MoneyNotices words={words} money={money} online={online} />
        {money.phase === 'editing' && doubts.length > 0 ? (
          <DoubtNotices doubts={doubts} onCheck={settleCallInDoubt} />
        ) : null}
        <Problem refund={refund} />
      </Stack>
      <Form refund={refund} />
    </SheetDialog>
  );
}

const words = {
  checking: <Trans>We do not know yet whether the part was returned. Checking…</Trans>,
  doubt: <Trans>We do not know yet whether the part was returned.</Trans>,
  notApplied: <Trans>The part was not returned. You can try again.</Trans>,
};

interface PartProps {
  refund: ReturnType<typeof useRefundPart>;
}

/** Why nothing was returned, where that is not about a field, or can be returned any more. */
function Problem({ refund: { failure, isReturned, left } }: PartProps) {
  const { failure: sentenceOf } = useRefusalText();
  if (isReturned || failure?.details?.reason === 'returned')
    return (
      <Notice tone="warning">
        <Trans>The price of this order is already back with the customer.</Trans>
      </Notice>
    );
  if (!failure || failure.code === 'INVALID_FIELDS') return null;
  return (
    <Notice tone="error">
      {failure.details?.remaining === undefined ? (
        sentenceOf(failure)
      ) : (
        <Trans>
          Another part was returned in the meantime: <MoneyText amount={left} /> is left. Nothing was changed.
        </Trans>
      )}
    </Notice>
  );
}

function Form({ refund }: PartProps) {
  const { t } = useLingui();
  const { fields, change, confirm, money } = refund;
  const errors = useErrors(refund);
  const isFixed = money.phase !== 'editing';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    confirm();
  };
  return (
    <chakra.form id={refund.formId} noValidate display="flex" flexDirection="column" gap="5" onSubmit={submit}>
      <Wrap justifyContent="space-between" columnGap="4" aria-live="polite">
        <MutedSpan>
          <Trans>Left of the price</Trans>
        </MutedSpan>
        <MoneyText amount={refund.left} fontWeight="semibold" />
      </Wrap>
      <Delivered refund={refund} isFixed={isFixed} />
      <TextField
        label={t`Amount`}
        required
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        {...(refund.units === null && { 'data-autofocus': '' })}
        value={fields.amount}
        disabled={isFixed}
        error={errors.amount}
        onChange={(amount) => change({ amount })}
      />
      <TextField
        label={t`Reason`}
        hint={t`The customer reads it.`}
        required
        autoComplete="off"
        max={refundReasonMax}
        value={fields.reason}
        disabled={isFixed}
        error={errors.reason}
        onChange={(reason) => change({ reason })}
      />
    </chakra.form>
  );
}

/** How many units were delivered: the amount follows from it, and can still be changed. Nothing for one unit. */
function Delivered({ refund: { units, fields, setDelivered }, isFixed }: PartProps & { isFixed: boolean }) {
  const { t } = useLingui();
  const format = useFormatCount();
  if (units === null) return null;
  const ordered = format(units.quantity ?? 1);
  return (
    <TextField
      label={t`Units delivered (optional)`}
      hint={t`Of ${ordered}. The amount is the price of the others.`}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      className="numbers"
      data-autofocus=""
      value={fields.delivered}
      disabled={isFixed}
      onChange={setDelivered}
    />
  );
}

/** Returns the sentences under the fields: the form's own checks first, then the server's refusal. */
function useErrors({ mistakes, failure, left }: PartProps['refund']): { amount?: string; reason?: string } {
  const { t } = useLingui();
  const { field } = useRefusalText();
  const { format } = useMoney();
  const status = useStatuses().order('refunded').label;
  const most = format(Math.max(0, Math.round(left * 100) - 1) / 100);
  const tooMuch = t`At most ${most}. To return all of it, set the status to “${status}”.`;
  const amounts = { invalid: t`Please enter a valid amount greater than zero.`, tooMuch };
  const refused = refusedFields(failure);
  const amount = mistakes.amount ?? refused.amount;
  const reason = mistakes.reason ?? refused.reason;
  return {
    ...(amount && { amount: amount in amounts ? amounts[amount as keyof typeof amounts] : field(amount, t`Amount`) }),
    ...(reason && { reason: field(reason, t`Reason`) }),
  };
}

/** The first code of each refused field; an amount that is too large has the code of the form’s own check. */
function refusedFields(failure: CallFailure | null): { amount?: string; reason?: string } {
  const [amount, reason] = [failure?.errors?.amount?.[0], failure?.errors?.reason?.[0]];
  return {
    ...(amount && { amount: amount.startsWith('number-max:') ? 'tooMuch' : amount }),
    ...(reason && { reason }),
  };
}
