import type { SavedAnswerRow } from '../../../contract/order-fields.ts';
import { Muted, Stack } from '../../ui/theme/styled.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { hasChoice, type OrderUnits } from './order-units.ts';
import { QuantityField } from './quantity-field.tsx';
import { SavedChips } from './saved-chips.tsx';
import { TotalLine } from './total-line.tsx';
import type { OrderEntries } from './use-order-entries.ts';

interface Props {
  entries: OrderEntries;
  units: OrderUnits;
  /** Of as many units as the product's price is for, in the shop's currency. */
  price: number;
  saved: readonly SavedAnswerRow[];
  isFixed: boolean;
}

/** The quantity with what it costs, and what the product asks for; nothing for a product of one unit without fields. */
export function OrderUnitsFields({ entries, units: { rules, quantity, total }, price, saved, isFixed }: Props) {
  const { names, errors } = entries;
  const isPlain = rules.quantity_max === 1 && rules.price_per === 1;
  return (
    <>
      {isPlain ? null : (
        <Stack gap="2">
          {hasChoice(rules) ? (
            <QuantityField
              rules={rules}
              value={entries.quantity}
              error={errors.quantity?.[0] ?? null}
              isFixed={isFixed}
              onChange={entries.setQuantity}
            />
          ) : null}
          <Muted aria-live="polite" data-testid="order-total">
            {quantity === null || total === null ? null : (
              <TotalLine {...{ price, quantity, total }} per={rules.price_per} />
            )}
          </Muted>
        </Stack>
      )}
      <AnswerFields
        fields={entries.fields}
        values={entries.answers}
        errors={errors}
        isFixed={isFixed}
        onChange={entries.setAnswer}
        below={(field) => (
          <SavedChips
            field={field}
            value={entries.answers[field.key] ?? ''}
            saved={saved}
            name={names[field.key] ?? null}
            isNameMissing={errors[`names.${field.key}`] !== undefined}
            isFixed={isFixed}
            onChoose={(value) => entries.setAnswer(field.key, value)}
            onName={(name) => entries.setName(field.key, name)}
          />
        )}
      />
    </>
  );
}
