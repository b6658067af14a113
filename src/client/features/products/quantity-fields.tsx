import { Trans, useLingui } from '@lingui/react/macro';
import { pricePers, type PricePer } from '../../../contract/order-total.ts';
import { useFormatCount, useMoney } from '../../text/money.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Box, chakra, Muted, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { examplesOf, type QuantityValues } from './quantity-values.ts';
import { usePricePer } from './sold-comparisons.ts';
import type { ProductFormState } from './use-product-form.ts';

type Props = Pick<ProductFormState, 'values' | 'set' | 'errorOf'>;

/** In which quantities a product is sold, and for how many units its price is, with examples of what an order costs. */
export function QuantityFields({ values, set, errorOf }: Props) {
  const { t } = useLingui();
  return (
    <Panel title={<Trans>Quantities</Trans>}>
      <Stack gap="4">
        <Box>
          <Switch
            label={t`Sold in quantities`}
            checked={values.in_quantities}
            onChange={(checked) => set({ in_quantities: checked })}
          />
          <Muted textStyle="xs">
            {values.in_quantities ? (
              <Trans>The customer chooses the quantity. The smallest and the largest are divisible by the step.</Trans>
            ) : (
              <Trans>An order is for one unit.</Trans>
            )}
          </Muted>
        </Box>
        {values.in_quantities ? <Rules {...{ values, set, errorOf }} /> : null}
      </Stack>
    </Panel>
  );
}

function Rules({ values, set, errorOf }: Props) {
  const { t } = useLingui();
  const pricePer = usePricePer();
  const numbers = [
    ['quantity_min', t`Smallest quantity`],
    ['quantity_step', t`Step`],
    ['quantity_max', t`Largest quantity`],
  ] as const;
  return (
    <>
      <Box
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns="repeat(auto-fit, minmax(min(9rem, 100%), 1fr))"
      >
        {numbers.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            required
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            className="numbers"
            value={values[name]}
            error={errorOf(name)}
            onChange={(text) => set({ [name]: text } as Pick<QuantityValues, typeof name>)}
          />
        ))}
        <SelectField
          label={t`Price for`}
          choices={pricePers.map((per) => ({ value: String(per), label: pricePer(per) }))}
          value={String(values.price_per)}
          error={errorOf('price_per')}
          onChange={(per) => set({ price_per: Number(per) as PricePer })}
        />
      </Box>
      <Examples values={values} />
    </>
  );
}

/** What orders cost: "2,500 = €2.25"; with variants, of the first one. */
function Examples({ values }: Pick<Props, 'values'>) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const { format } = useMoney();
  const [first] = values.has_variants ? values.product_variants : [];
  const examples = examplesOf(values, values.has_variants ? (first?.price ?? '') : values.price);
  if (examples.length === 0) return null;
  const variant = <bdi>{first?.title}</bdi>;
  return (
    <Box role="group" aria-label={t`Examples`} textStyle="sm">
      <chakra.p textStyle="xs" color="fg.muted">
        {first?.title ? (
          <Trans>What an order of {variant} costs; rounded up to a cent:</Trans>
        ) : (
          <Trans>What an order costs; rounded up to a cent:</Trans>
        )}
      </chakra.p>
      <Wrap columnGap="4" rowGap="1" mt="1">
        {examples.map(({ quantity, cents }) => (
          // A formula is from left to right, also in Arabic.
          <chakra.span key={quantity} dir="ltr" className="numbers" whiteSpace="nowrap" fontWeight="medium">
            {formatCount(quantity)} = {format(cents / 100)}
          </chakra.span>
        ))}
      </Wrap>
    </Box>
  );
}
