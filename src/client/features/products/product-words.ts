import { useLingui } from '@lingui/react/macro';
import type { ProductRow } from '../../../contract/products.ts';
import { tagOf } from '../../text/locales.ts';
import type { StatusLook } from '../../text/statuses.ts';
import type { SelectOption } from '../../ui/fields.tsx';

/** The values of the filter by availability. */
export const availabilities = ['available', 'unavailable'] as const;
export const generalStatuses = ['active', 'inactive'] as const;

/** Returns the label and colour of a product's or a variant's status. */
export function useGeneralStatus(): (status: ProductRow['status']) => StatusLook {
  const { t } = useLingui();
  return (status) =>
    status === 'active' ? { label: t`Active`, tone: 'green' } : { label: t`Inactive`, tone: 'neutral' };
}

export function useStatusChoices(): SelectOption[] {
  const lookOf = useGeneralStatus();
  return generalStatuses.map((value) => ({ value, label: lookOf(value).label }));
}

export function useAvailabilityChoices(): SelectOption[] {
  const { t } = useLingui();
  const labels = { available: t`Available`, unavailable: t`Unavailable` };
  return availabilities.map((value) => ({ value, label: labels[value] }));
}

/** What is left of a price after the cost. */
interface Margin {
  /** Euros. */
  amount: number;
  /** Of the price, as text: "30%"; null for a price of zero. */
  percent: string | null;
}

/** Returns a function that calculates margins and formats their share of the price in the user's language. */
export function useMargin(): (price: number, cost: number) => Margin {
  const { i18n } = useLingui();
  const formatter = new Intl.NumberFormat(tagOf(i18n.locale), { style: 'percent', maximumFractionDigits: 0 });
  return (price, cost) => {
    const amount = Math.round((price - cost) * 100) / 100;
    return { amount, percent: price > 0 ? formatter.format(amount / price) : null };
  };
}
