import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { setRate, type DeliveryTable } from '../../../contract/deliveries.ts';
import { call } from '../../api/call.ts';
import { createSaving, useUndecidedText } from '../../forms/lost-attempt.ts';
import { isolated } from '../../text/isolated.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { FieldError } from '../../ui/field.tsx';
import { InputBox } from '../../ui/theme/recipes.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { useTypedText } from '../../ui/use-list-state.ts';
import type { Place } from './places.ts';
import type { ChangeTable } from './use-delivery-table.ts';
import { Box } from '../../ui/theme/styled.tsx';

interface Props {
  company: Place;
  city: Place;
  rate: DeliveryTable['rates'][number] | undefined;
  change: ChangeTable;
  disabled: boolean;
}

/** The price of a company for a city: saved with Enter and when the field is left; Escape restores the saved price. */
export function RateField({ company, city, rate, change, disabled }: Props) {
  const { t } = useLingui();
  const id = useId();
  const saved = rate ? rate.price.toFixed(2) : '';
  const [text, setText] = useTypedText(saved);
  const [error, setError] = useState<string | null>(null);
  const { busy, whileBusy } = useBusy();
  const [send] = useState(() => createRateSaving(company.id, city.id));
  const sentenceOf = useFaultText();
  const companyName = isolated(company.title);
  const cityName = isolated(city.title);
  const save = async () => {
    const typed = text.trim().replace(',', '.');
    if (typed === saved || (typed !== '' && Number(typed) === rate?.price)) return setText(saved);
    const input = { delivery_id: company.id, city_id: city.id, price: typed === '' ? null : typed };
    const checked = setRate.input.safeParse(input);
    if (!checked.success) return setError(sentenceOf({ errors: { price: [checked.error.issues[0]!.message] } }));
    const failure = await change(() => send(input.price, rate ?? noRate));
    return setError(failure && sentenceOf(failure));
  };
  return (
    <Box minW="0">
      <InputBox
        size="sm"
        w="full"
        maxW={{ md: '16rem' }}
        dir="ltr"
        textAlign="end"
        className="numbers"
        inputMode="decimal"
        autoComplete="off"
        aria-label={t`Price of ${companyName} for ${cityName}`}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-error`}
        aria-busy={busy}
        readOnly={disabled || busy}
        value={text}
        placeholder="–"
        onChange={(event) => {
          setError(null);
          setText(event.currentTarget.value);
        }}
        onBlur={() => void whileBusy(save)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') {
            setError(null);
            setText(saved);
          }
        }}
      />
      {error === null ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
    </Box>
  );
}

interface RateVersion {
  rev: number;
  price: number | null;
}

const noRate: RateVersion = { rev: 0, price: null };

function createRateSaving(delivery_id: number, city_id: number) {
  const rateIn = ({ rates }: DeliveryTable) =>
    rates.find((one) => one.delivery_id === delivery_id && one.city_id === city_id);
  return createSaving({
    send: (price: string | null, { rev }: RateVersion, key) =>
      call(setRate, { delivery_id, city_id, price }, { key, revision: rev }),
    versionIn: (answer) => rateIn(answer) ?? noRate,
    hasValues: (version, sent) => version.price === (sent === null ? null : Number(sent)),
  });
}

/** Returns a function that says in a sentence why a price was not saved. */
function useFaultText() {
  const { t } = useLingui();
  const { field, failure: sentenceOf } = useRefusalText();
  const undecidedText = useUndecidedText();
  return (fault: Partial<Parameters<typeof sentenceOf>[0]> & { errors?: Record<string, string[]> | undefined }) => {
    const [code] = Object.values(fault.errors ?? {}).flat();
    return code
      ? field(code, t`Price`)
      : (undecidedText(fault) ?? sentenceOf(fault as Parameters<typeof sentenceOf>[0]));
  };
}
