import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import { useTranslated } from '../../text/translated.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { FieldError } from '../../ui/field.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { Radio } from '../../ui/radio.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  methods: readonly TopupMethodRow[];
  value: number | null;
  error: string | null;
  onChange: (id: number) => void;
}

/** The ways to pay as cards, each with its smallest and largest amount. */
export function MethodCards({ methods, value, error, onChange }: Props) {
  const translated = useTranslated();
  const id = useId();
  return (
    <chakra.fieldset
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      minW="0"
    >
      <chakra.legend textStyle="field" mb="1.5">
        <Trans>Way to pay</Trans>
      </chakra.legend>
      <Cards mb={error ? '1.5' : '0'}>
        {methods.map((method) => (
          <Card key={method.id} borderColor={error ? 'border.error' : 'border.button'}>
            <Radio
              type="radio"
              name={id}
              value={method.id}
              checked={method.id === value}
              onChange={() => onChange(method.id)}
            />
            <chakra.span minW="0" overflowWrap="anywhere">
              <IsolatedText>{translated(method.name)}</IsolatedText>
              <chakra.span display="block" textStyle="xs" fontWeight="normal" color="fg.muted">
                <AmountRange method={method} />
              </chakra.span>
            </chakra.span>
          </Card>
        ))}
      </Cards>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </chakra.fieldset>
  );
}

/** The smallest and the largest amount of a way to pay: "from €10.00 to €500.00". */
export function AmountRange({ method }: { method: TopupMethodRow }) {
  const [min, max] = [<MoneyText key="min" amount={method.min} />, <MoneyText key="max" amount={method.max} />];
  return (
    <Trans>
      from {min} to {max}
    </Trans>
  );
}

const Cards = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(13rem, 100%), 1fr))', gap: '2' },
});

const Card = chakra('label', {
  base: {
    display: 'flex',
    gap: '2.5',
    minH: '11',
    px: '3',
    py: '2.5',
    borderWidth: '1px',
    borderRadius: 'lg',
    textStyle: 'sm',
    fontWeight: 'medium',
    cursor: 'pointer',
    _hover: { bg: 'bg.hover' },
    '&:has(:checked)': { bg: 'brand.subtle', borderColor: 'brand.solid' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
});
