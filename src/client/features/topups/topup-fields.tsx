import { Trans, useLingui } from '@lingui/react/macro';
import { slipNumberMax, topupNoteMax } from '../../../contract/limits.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import type { TopupProof } from '../../../contract/topup-rules.ts';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import { AttachmentPicker } from '../../forms/attachment-picker.tsx';
import type { Attachments } from '../../forms/use-attachments.ts';
import { useMoney } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { FieldError } from '../../ui/field.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { chakra } from '../../ui/theme/styled.tsx';
import { AmountRange } from './method-cards.tsx';
import type { TopupFieldValues } from './check-topup.ts';

interface Props {
  method: TopupMethodRow | undefined;
  values: TopupFieldValues;
  errors: FieldErrors;
  onChange: (patch: Partial<TopupFieldValues>) => void;
  attachments: Attachments;
}

/** The fields of a request: amount, number of the transfer, day of payment, slips and note. */
export function TopupFields({ method, values, errors, onChange, attachments }: Props) {
  const { t } = useLingui();
  const { symbol } = useMoney();
  const errorOf = useFieldErrors(errors);
  const proof = method?.proof ?? 'either';
  return (
    <>
      <TextField
        label={t`Amount (${symbol})`}
        required
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        className="numbers"
        value={values.amount}
        error={errorOf('amount', t`Amount`)}
        hint={method ? <AmountRange method={method} /> : null}
        onChange={(amount) => onChange({ amount })}
      />
      <TextField
        label={t`Number of the transfer`}
        required={proof === 'number' || proof === 'both'}
        max={slipNumberMax}
        autoComplete="off"
        dir="ltr"
        value={values.slip_number}
        error={errorOf('slip_number', t`Number of the transfer`)}
        hint={<ProofHint proof={proof} />}
        onChange={(slip_number) => onChange({ slip_number })}
      />
      <TextField
        label={t`Day of payment`}
        type="date"
        dir="ltr"
        value={values.paid_on}
        error={errorOf('paid_on', t`Day of payment`)}
        onChange={(paid_on) => onChange({ paid_on })}
      />
      <Slips attachments={attachments} error={errorOf('file_ids', t`Picture of the slip`)} />
      <TextAreaField
        label={t`Note (optional)`}
        rows={2}
        max={topupNoteMax}
        hasQuietCounter
        value={values.note}
        error={errorOf('note', t`Note`)}
        onChange={(note) => onChange({ note })}
      />
    </>
  );
}

/** Returns a function that turns the first error code of a field into a sentence with the field's label. */
function useFieldErrors(
  errors: FieldErrors,
): (field: keyof TopupFieldValues | 'file_ids', label: string) => string | null {
  const { field: sentenceOf } = useRefusalText();
  return (field, label) => {
    const code = errors[field]?.[0];
    return code ? sentenceOf(code, label) : null;
  };
}

function ProofHint({ proof }: { proof: TopupProof }) {
  if (proof === 'either') return <Trans>The number or a picture is needed.</Trans>;
  return proof === 'both' ? <Trans>The number and a picture are needed.</Trans> : null;
}

function Slips({ attachments, error }: { attachments: Attachments; error: string | null }) {
  return (
    <chakra.fieldset minW="0" aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <chakra.legend textStyle="field" mb="1.5">
        <Trans>Picture of the slip</Trans>
      </chakra.legend>
      <AttachmentPicker {...attachments} />
      {error ? (
        <chakra.div mt="1.5">
          <FieldError>{error}</FieldError>
        </chakra.div>
      ) : null}
    </chakra.fieldset>
  );
}
