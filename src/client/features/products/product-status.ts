import { useLingui } from '@lingui/react/macro';
import type { ProductRow } from '../../../contract/products.ts';
import { numberFormat } from '../../text/formats.ts';
import { tagOf } from '../../text/locales.ts';
import type { StatusLook } from '../../text/statuses.ts';
import type { SelectOption } from '../../ui/fields.tsx';

/** The values of the filter by availability. */
export const availabilities = ['available', 'unavailable', 'out-of-stock'] as const;
/** The values of the filter by status. */
export const productStatuses = ['active', 'inactive'] as const;

/** Returns the label and colour of a product's or a variant's status. */
export function useProductStatus(): (status: ProductRow['status']) => StatusLook {
  const { t } = useLingui();
  return (status) =>
    status === 'active' ? { label: t`Active`, tone: 'green' } : { label: t`Inactive`, tone: 'neutral' };
}

/** Returns the statuses of a product as choices. */
export function useStatusChoices(): SelectOption[] {
  const lookOf = useProductStatus();
  return productStatuses.map((value) => ({ value, label: lookOf(value).label }));
}

/** Returns the choices of the filter by availability. */
export function useAvailabilityChoices(): SelectOption[] {
  const { t } = useLingui();
  const labels = { available: t`Available`, unavailable: t`Unavailable`, 'out-of-stock': t`Out of stock` };
  return availabilities.map((value) => ({ value, label: labels[value] }));
}

/** The part of a price that remains after the cost. */
interface Margin {
  /** In the shop's currency. */
  amount: number;
  /** The share of the price, formatted: "30%"; null for a price of zero. */
  percent: string | null;
}

/** Returns a function that calculates margins and formats their share of the price in the user's language. */
export function useMargin(): (price: number, cost: number) => Margin {
  const { i18n } = useLingui();
  const formatter = numberFormat(tagOf(i18n.locale), { style: 'percent', maximumFractionDigits: 0 });
  return (price, cost) => {
    const amount = Math.round((price - cost) * 100) / 100;
    return { amount, percent: price > 0 ? formatter.format(amount / price) : null };
  };
}
