import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import type { CallFailure } from '../../api/failure.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { TextField } from '../../ui/fields.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { noteMax, type AdjustmentMistakes } from './adjustment.ts';
import { DirectionChoice } from './direction-choice.tsx';
import { PinHelp, usePinRefusal } from '../../forms/pin-refusal.tsx';
import { fieldOf, type useAdjustment } from './use-adjustment.ts';
import { chakra, MutedSpan, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  adjustment: ReturnType<typeof useAdjustment>;
}

type FieldName = keyof AdjustmentMistakes;

/** Direction, amount, reason and PIN of an adjustment, and the balance before and after it. */
export function AdjustmentForm({ adjustment }: Props) {
  const { t } = useLingui();
  const { fields, change, confirm, failure, money, after } = adjustment;
  const errors = useFieldErrors(adjustment);
  const isFixed = money.phase !== 'editing';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    confirm();
  };
  return (
    <chakra.form id={adjustment.formId} noValidate display="flex" flexDirection="column" gap="5" onSubmit={submit}>
      {failure && fieldOf(failure) === undefined ? <Refusal failure={failure} /> : null}
      <DirectionChoice value={fields.direction} onChange={(direction) => change({ direction })} disabled={isFixed} />
      <TextField
        label={t`Amount`}
        required
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        data-autofocus=""
        value={fields.amount}
        disabled={isFixed}
        error={errors.amount}
        onChange={(amount) => change({ amount })}
      />
      <ResultingBalance before={adjustment.balance} after={after} />
      <TextField
        label={t`Reason (optional)`}
        hint={t`The customer reads it in the list of movements.`}
        autoComplete="off"
        max={noteMax}
        value={fields.note}
        disabled={isFixed}
        error={errors.note}
        onChange={(note) => change({ note })}
      />
      <PinField
        label={t`Your PIN`}
        value={fields.pin}
        disabled={isFixed}
        error={errors.pin}
        help={<PinHelp failure={failure} />}
        onChange={(pin) => change({ pin })}
      />
    </chakra.form>
  );
}

/** Refusals that a retry cannot fix; each has its own message. */
const finalCodes = ['FORBIDDEN', 'NOT_FOUND', 'GONE'];

/** Why the adjustment was not made, where that is not about a field (S8-07). */
function Refusal({ failure }: { failure: CallFailure }) {
  const { failure: sentenceOf } = useRefusalText();
  return (
    <Notice tone="error">
      {finalCodes.includes(failure.code ?? '') ? (
        sentenceOf(failure)
      ) : (
        <Trans>Operation failed. Please try again.</Trans>
      )}
    </Notice>
  );
}

/** Returns the sentences under the fields: the form's own checks first, then the server's refusal. */
function useFieldErrors(adjustment: Props['adjustment']): Partial<Record<FieldName, string | null>> {
  const { t } = useLingui();
  const { mistakes, failure } = adjustment;
  const tooMuch = t`Amount cannot exceed current balance.`;
  const refusal = useRefusalUnderField(adjustment, tooMuch);
  const refusedField = fieldOf(failure);
  const amountMessages = { invalid: t`Please enter a valid amount greater than zero.`, notEnough: tooMuch };
  const pinMessages = {
    required: t`PIN is required for balance operations.`,
    short: t`PIN must be at least 4 characters.`,
    invalid: t`Invalid PIN.`,
  };
  return {
    ...(refusedField && { [refusedField]: refusal }),
    ...(mistakes.amount && { amount: amountMessages[mistakes.amount] }),
    ...(mistakes.pin && { pin: pinMessages[mistakes.pin] }),
  };
}

/** Returns the message of a refusal that is about a field, also about the PIN; null for other failures. */
function useRefusalUnderField({ failure, lockedUntil }: Props['adjustment'], tooMuch: string): string | null {
  const { t } = useLingui();
  const { field } = useRefusalText();
  const pinRefusal = usePinRefusal(failure, lockedUntil);
  if (failure?.code === 'BALANCE_NOT_ENOUGH') return tooMuch;
  const names = { amount: t`Amount`, pin: t`PIN`, note: t`Reason` };
  const refusedField = fieldOf(failure);
  const code = refusedField && failure?.errors?.[refusedField]?.[0];
  return refusedField && code ? field(code, names[refusedField]) : pinRefusal;
}

/** The balance before and after the adjustment: "€10.00 → €35.00". */
function ResultingBalance({ before, after }: { before: number | undefined; after: number | null }) {
  const isPossible = after !== null && after >= 0;
  return (
    <Wrap
      alignItems="baseline"
      justifyContent="space-between"
      gap="2"
      px="4"
      py="3"
      bg="bg.subtle"
      borderWidth="1px"
      borderRadius="lg"
    >
      <MutedSpan>
        <Trans>Balance</Trans>
      </MutedSpan>
      <chakra.span
        display="inline-flex"
        alignItems="center"
        gap="2"
        textStyle="md"
        fontWeight="semibold"
        aria-live="polite"
      >
        <MoneyText amount={before} />
        {isPossible ? (
          <>
            <ArrowRight size={16} data-mirror="" aria-hidden="true" />
            <chakra.span srOnly>
              <Trans>after the adjustment</Trans>
            </chakra.span>
            <MoneyText amount={after} />
          </>
        ) : null}
      </chakra.span>
    </Wrap>
  );
}
