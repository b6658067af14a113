import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderField } from '../../../contract/order-fields.ts';
import { quantityRulesOf } from '../../../contract/order-total.ts';
import type { ProductRow } from '../../../contract/products.ts';
import { useAnswerKinds } from '../../text/answer-kinds.ts';
import { useFormatCount } from '../../text/money.ts';
import { useTranslated } from '../../text/translated.ts';
import { Panel } from '../../ui/panel.tsx';
import { chakra, MutedSpan } from '../../ui/theme/styled.tsx';
import { Fact } from './product-fact.tsx';
import { quantityValuesOf } from './quantity-values.ts';
import { usePricePer } from './sold-comparisons.ts';

/** In which quantities a product is sold, and for how many units its price is; nothing where an order is for one unit. */
export function SoldIn({ product }: { product: ProductRow }) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const pricePer = usePricePer();
  if (!quantityValuesOf(product).in_quantities) return null;
  const rules = quantityRulesOf(product);
  const [min, max, step] = [rules.quantity_min, rules.quantity_max, rules.quantity_step].map(formatCount);
  return (
    <>
      <Fact name={t`Price for`}>{pricePer(rules.price_per)}</Fact>
      <Fact name={t`Quantities`}>
        <chakra.span className="numbers">
          {rules.quantity_step === 1 ? (
            <Trans>
              {min} to {max}
            </Trans>
          ) : (
            <Trans>
              {min} to {max}, by {step}
            </Trans>
          )}
        </chakra.span>
      </Fact>
    </>
  );
}

/** What an order of the product says: labels, keys and kinds; nothing without fields. */
export function OrderFieldList({ fields }: { fields: readonly OrderField[] }) {
  const { t } = useLingui();
  const kinds = useAnswerKinds();
  const translated = useTranslated();
  if (fields.length === 0) return null;
  return (
    <Panel title={<Trans>Order fields</Trans>}>
      <chakra.ol aria-label={t`Order fields`} listStyleType="none" display="flex" flexDirection="column" gap="2">
        {fields.map(({ key, kind, label, required }) => (
          <chakra.li key={key} overflowWrap="anywhere">
            <bdi>{translated(label) || key}</bdi>
            <MutedSpan display="block" textStyle="xs">
              <bdi dir="ltr">{key}</bdi> · {kinds[kind]} ·{' '}
              {required ? <Trans>Required</Trans> : <Trans>Optional</Trans>}
            </MutedSpan>
          </chakra.li>
        ))}
      </chakra.ol>
    </Panel>
  );
}
