import { Trans, useLingui } from '@lingui/react/macro';
import type { SyntheticEvent } from 'react';
import { topupNoteMax } from '../../../contract/limits.ts';
import type { TopupRow } from '../../../contract/topups.ts';
import { MoneyFooter } from '../../forms/money-footer.tsx';
import { MoneyNotices } from '../../forms/money-notices.tsx';
import { PinHelp, usePinRefusal } from '../../forms/pin-refusal.tsx';
import { settleCallInDoubt, useCallsInDoubt } from '../../sync/use-pending-calls.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { useMoney } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { TextField } from '../../ui/fields.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { chakra, Muted, Stack } from '../../ui/theme/styled.tsx';
import { ApprovalProblem } from './admin-approval-problem.tsx';
import { useApproval } from './admin-approval.ts';

type Approval = ReturnType<typeof useApproval>;

interface Props {
  topup: TopupRow;
  onDone: () => void;
}

const words = {
  checking: <Trans>We do not know yet whether the balance was changed. Checking…</Trans>,
  doubt: <Trans>We do not know yet whether the balance was changed.</Trans>,
  notApplied: <Trans>The balance was not changed. You can try again.</Trans>,
};

/** The amount to add, typed by the admin, and the PIN: "Add €50.00 to Amina". Needs a connection. */
export function ApproveForm({ topup, onDone }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const approval = useApproval(topup, onDone);
  const { fields, change, confirm, money, failure } = approval;
  const errors = useErrors(approval);
  const doubts = useCallsInDoubt().filter(({ key, about }) => about.topup_id === topup.id && !money.owns(key));
  const isFixed = money.phase !== 'editing';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (online && doubts.length === 0) confirm();
  };
  return (
    <Stack gap="4">
      <MoneyNotices words={words} money={money} online={online} />
      {isFixed ? null : <DoubtNotices doubts={doubts} onCheck={settleCallInDoubt} />}
      <ApprovalProblem approval={approval} />
      <chakra.form id={approval.formId} noValidate display="flex" flexDirection="column" gap="4" onSubmit={submit}>
        <AmountAndNote approval={approval} errors={errors} />
        <PinField
          label={t`Your PIN`}
          value={fields.pin}
          disabled={isFixed}
          error={errors.pin}
          help={<PinHelp failure={failure} />}
          onChange={(pin) => change({ pin })}
        />
      </chakra.form>
      <MoneyFooter
        submit={{ form: approval.formId }}
        money={money}
        online={online}
        offlineReason={<Trans>You are offline. A balance is only changed with a connection.</Trans>}
        isBlocked={doubts.length > 0 || needsTick(approval) || topup.status !== 'waiting'}
      >
        <AddLabel amount={approval.typed} name={topup.user_name} />
      </MoneyFooter>
    </Stack>
  );
}

/** The amount, which is typed, and the note that another amount than the one asked for needs. */
function AmountAndNote({ approval, errors }: { approval: Approval; errors: ReturnType<typeof useErrors> }) {
  const { t } = useLingui();
  const { fields, change, difference } = approval;
  const isFixed = approval.money.phase !== 'editing';
  return (
    <>
      <TextField
        label={t`Amount to add`}
        hint={<Difference amount={difference} />}
        required
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={fields.amount}
        disabled={isFixed}
        error={errors.amount}
        onChange={(amount) => change({ amount })}
      />
      <TextField
        label={difference === 0 ? t`Note (optional)` : t`Note`}
        hint={t`The customer reads it.`}
        required={difference !== 0}
        autoComplete="off"
        max={topupNoteMax}
        value={fields.note}
        disabled={isFixed}
        error={errors.note}
        onChange={(note) => change({ note })}
      />
    </>
  );
}

/** The server has named approved requests with the same payment, and the admin has not confirmed that yet. */
const needsTick = ({ alike, fields }: Approval): boolean => alike.length > 0 && !fields.isDespiteAlike;

function AddLabel({ amount, name }: { amount: number | null; name: string }) {
  const { t } = useLingui();
  const { format } = useMoney();
  const money = format(amount);
  const customer = isolated(name);
  return <>{amount === null ? t`Add to the balance` : t`Add ${money} to ${customer}`}</>;
}

/** By how much the typed amount is not the one asked for. */
function Difference({ amount }: { amount: number }) {
  if (amount === 0) return <Trans>Type what has arrived.</Trans>;
  const money = <MoneyText amount={amount} change />;
  return (
    <Muted as="span" role="status" color="fg.warning" textStyle="xs">
      <Trans>{money} compared with the amount asked for: say why in the note.</Trans>
    </Muted>
  );
}

/** Returns the sentences under the fields: the form's own checks first, then the server's refusal. */
function useErrors({ mistakes, failure, lockedUntil }: Approval) {
  const { t } = useLingui();
  const { field } = useRefusalText();
  const pinRefusal = usePinRefusal(failure, lockedUntil);
  const refused = (name: string) => failure?.errors?.[name]?.[0];
  const pinWords: Record<string, string> = {
    required: t`PIN is required for balance operations.`,
    short: t`PIN must be at least 4 characters.`,
    invalid: t`Invalid PIN.`,
  };
  const amount = refused('amount');
  const note = mistakes.note ?? refused('note');
  return {
    amount: mistakes.amount
      ? t`Please enter a valid amount greater than zero.`
      : amount === undefined
        ? null
        : field(amount, t`Amount`),
    note:
      note === 'required'
        ? t`Say why the amount is not the one asked for.`
        : note === undefined
          ? null
          : field(note, t`Note`),
    pin: mistakes.pin ? pinWords[mistakes.pin] : (pinRefusal ?? (refused('pin') ? pinWords.invalid : null)),
  };
}
