import { Trans, useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { QuantityRules } from '../../../contract/order-total.ts';
import { useFormatCount } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { InputBox } from '../../ui/theme/recipes.ts';
import { HStack } from '../../ui/theme/styled.tsx';
import { nextQuantity } from './order-units.ts';

interface Props {
  rules: QuantityRules;
  /** As the user has typed it. */
  value: string;
  /** The code of the error that is shown; null for none. */
  error: string | null;
  /** An order has been sent, so the quantity cannot be changed. */
  isFixed: boolean;
  onChange: (value: string) => void;
}

/** The quantity of an order: typed, or changed by a step with the buttons and the arrow keys. */
export function QuantityField({ rules, value, error, isFixed, onChange }: Props) {
  const { t } = useLingui();
  const { field } = useRefusalText();
  const change = (direction: 1 | -1) => onChange(String(nextQuantity(rules, value, direction)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    change(event.key === 'ArrowUp' ? 1 : -1);
  };
  const now = Number(value);
  return (
    <Field
      label={<Trans>Quantity</Trans>}
      required
      error={error === null ? null : field(error, t`Quantity`)}
      hint={<Hint rules={rules} />}
    >
      {(control) => (
        <HStack gap="2">
          <Step
            label={t`Fewer`}
            isOff={isFixed || now <= rules.quantity_min}
            icon={<Minus aria-hidden="true" />}
            onPress={() => change(-1)}
          />
          <InputBox
            {...control}
            role="spinbutton"
            aria-valuemin={rules.quantity_min}
            aria-valuemax={rules.quantity_max}
            aria-valuenow={Number.isNaN(now) ? undefined : now}
            dir="ltr"
            className="numbers"
            inputMode="numeric"
            autoComplete="off"
            textAlign="center"
            maxW="9rem"
            value={value}
            disabled={isFixed}
            onKeyDown={onKeyDown}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <Step
            label={t`More`}
            isOff={isFixed || now >= rules.quantity_max}
            icon={<Plus aria-hidden="true" />}
            onPress={() => change(1)}
          />
        </HStack>
      )}
    </Field>
  );
}

interface StepProps {
  label: string;
  /** It keeps the focus and does nothing. */
  isOff: boolean;
  icon: ReactNode;
  onPress: () => void;
}

const Step = ({ label, isOff, icon, onPress }: StepProps) => (
  <IconButton
    variant="outline"
    label={label}
    h="11"
    w="11"
    aria-disabled={isOff || undefined}
    onClick={isOff ? undefined : onPress}
  >
    {icon}
  </IconButton>
);

/** The smallest and the largest quantity, and the step between them. */
function Hint({ rules }: Pick<Props, 'rules'>) {
  const format = useFormatCount();
  const [min, max] = [format(rules.quantity_min), format(rules.quantity_max)];
  const step = format(rules.quantity_step);
  if (rules.quantity_step === 1)
    return (
      <Trans>
        From {min} to {max}
      </Trans>
    );
  return (
    <Trans>
      From {min} to {max}, in steps of {step}
    </Trans>
  );
}
