import { useLingui } from '@lingui/react/macro';
import { localeCodes } from '../../../contract/locales.ts';
import type { PricePer } from '../../../contract/order-total.ts';
import type { RecordField } from '../../forms/save-record.ts';
import { useAnswerKinds } from '../../text/answer-kinds.ts';
import { isolated } from '../../text/isolated.ts';
import { useFormatCount } from '../../text/money.ts';
import { useTranslated } from '../../text/translated.ts';
import { orderFieldsText } from './order-field-values.ts';
import type { ProductValues } from './product-values.ts';
import { quantityNames, quantityText } from './quantity-values.ts';

/** For how many units a price is, in the user's language. */
export function usePricePer(): (per: PricePer) => string {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  return (per) => (per === 1 ? t`One unit` : t`${formatCount(per)} units`);
}

/** The labels of the quantities and of the parts of order fields in error messages. */
export function useSoldLabels(): Record<string, string> {
  const { t } = useLingui();
  const [label, hint] = [t`Label`, t`Hint`];
  const texts = (path: string, name: string) =>
    [path, ...localeCodes.map((one) => `${path}.${one}`)].map((at) => [at, name] as const);
  return {
    quantity_min: t`Smallest quantity`,
    quantity_step: t`Step`,
    quantity_max: t`Largest quantity`,
    price_per: t`Price for`,
    'order_fields.key': t`Key`,
    'order_fields.kind': t`Kind`,
    'order_fields.min': t`Shortest`,
    'order_fields.max': t`Longest`,
    'order_fields.starts': t`Accepted beginnings`,
    'order_fields.choices': t`Choices`,
    'order_fields.choices.value': t`Value`,
    'order_fields.save_as': t`Kept as`,
    ...Object.fromEntries([
      ...texts('order_fields.label', label),
      ...texts('order_fields.hint', hint),
      ...texts('order_fields.choices.label', label),
    ]),
  };
}

/** The quantities and the order fields, as they are compared with another admin's version and shown beside it. */
export function useSoldFields(): RecordField<ProductValues>[] {
  const { t } = useLingui();
  const kinds = useAnswerKinds();
  const textOf = useTranslated();
  const pricePer = usePricePer();
  return [
    {
      path: 'quantity_min',
      paths: quantityNames,
      label: t`Quantities`,
      textOf: quantityText,
      show: (values) =>
        values.in_quantities
          ? `${values.quantity_min}–${values.quantity_max} (${values.quantity_step}) · ${pricePer(values.price_per)}`
          : t`One unit an order`,
    },
    {
      path: 'sells_codes',
      label: t`Sells codes`,
      textOf: ({ sells_codes: sellsCodes }) => String(sellsCodes),
      show: ({ sells_codes: sellsCodes }) => (sellsCodes ? t`Yes` : t`No`),
    },
    {
      path: 'order_fields',
      label: t`Order fields`,
      textOf: ({ order_fields: fields }) => orderFieldsText(fields),
      show: ({ order_fields: fields }) =>
        fields.map(({ key, kind, label }) => `${isolated(textOf(label) || key)} (${kinds[kind]})`).join(' · ') ||
        t`Nothing`,
    },
  ];
}
