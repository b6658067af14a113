import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { uuidv7 } from '../../../contract/uuid.ts';
import { isolated } from '../../text/isolated.ts';
import { FieldError } from '../../ui/field.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AmountField } from './amount-field.tsx';
import { useStatusChoices } from './product-status.ts';
import type { VariantValues } from './product-values.ts';
import type { ProductFormState } from './use-product-form.ts';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The variants of a product: added, edited and removed here, and saved with the product (S2G-07, S2G-09). */
export function VariantsField({ values, set, errorOf }: Pick<ProductFormState, 'values' | 'set' | 'errorOf'>) {
  const { product_variants: variants } = values;
  const error = errorOf('product_variants');
  const change = (key: string, patch: Partial<VariantValues>) =>
    set({ product_variants: variants.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
  return (
    <Stack gap="3">
      <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="3">
        {variants.map((variant, at) => (
          <li key={variant.key}>
            <VariantRow
              variant={variant}
              number={at + 1}
              errorOf={(name) => errorOf(`product_variants.${at}.${name}`)}
              onChange={(patch) => change(variant.key, patch)}
              onRemove={() => set({ product_variants: variants.filter(({ key }) => key !== variant.key) })}
            />
          </li>
        ))}
      </chakra.ol>
      <Box>
        <Button
          variant="outline"
          aria-invalid={error ? true : undefined}
          onClick={() => set({ product_variants: [...variants, newVariant()] })}
        >
          <Plus aria-hidden="true" />
          <Trans>Add a variant</Trans>
        </Button>
      </Box>
      {error ? <FieldError>{error}</FieldError> : null}
    </Stack>
  );
}

const newVariant = (): VariantValues => ({
  key: uuidv7(),
  id: null,
  title: '',
  price: '',
  cost: '',
  status: 'active',
});

interface RowProps {
  variant: VariantValues;
  /** From 1. */
  number: number;
  errorOf: (name: string) => string | undefined;
  onChange: (patch: Partial<VariantValues>) => void;
  onRemove: () => void;
}

function VariantRow({ variant, number, errorOf, onChange, onRemove }: RowProps) {
  const { t } = useLingui();
  const choices = useStatusChoices();
  const { title, price, cost, status } = variant;
  return (
    <Row role="group" aria-label={t`Variant ${number}`}>
      {/* On phones the title has a line of its own. */}
      <Box gridColumn={{ base: '1 / -1', md: 'auto' }} minW="0">
        <TextField
          label={t`Title`}
          required
          value={title}
          error={errorOf('title')}
          onChange={(text) => onChange({ title: text })}
        />
      </Box>
      <AmountField
        label={t`Price`}
        required
        value={price}
        error={errorOf('price')}
        onChange={(text) => onChange({ price: text })}
      />
      <AmountField label={t`Cost`} value={cost} error={errorOf('cost')} onChange={(text) => onChange({ cost: text })} />
      <SelectField
        label={t`Status`}
        choices={choices}
        value={status}
        error={errorOf('status')}
        onChange={(chosen) => onChange({ status: chosen === 'inactive' ? 'inactive' : 'active' })}
      />
      <IconButton
        label={title ? t`Remove variant ${{ title: isolated(title) }}` : t`Remove variant ${number}`}
        mt="6"
        justifySelf="end"
        onClick={onRemove}
      >
        <Trash2 size={18} />
      </IconButton>
    </Row>
  );
}

const Row = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    alignItems: 'start',
    p: '3',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.subtle',
    gridTemplateColumns: { base: 'minmax(0, 1fr) minmax(0, 1fr)', md: 'minmax(0, 2fr) repeat(3, minmax(0, 1fr)) auto' },
  },
});
