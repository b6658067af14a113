import { useState } from 'react';
import { orderMessageMax } from '../../../contract/limits.ts';
import type { CallFailure } from '../../api/failure.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { purchasableOf, type OrderFormData } from './order-form-data.ts';
import { unitsOf } from './order-units.ts';
import { useOrderEntries } from './use-order-entries.ts';
import { useOrderReports } from './use-order-reports.ts';
import { useOrder, type OrderAnswer } from './use-order.ts';

interface Options {
  form: OrderFormData & { product: NonNullable<OrderFormData['product']> };
  /** The variant that is chosen from the start; null for none. */
  variantId: number | null;
  onClose: () => void;
}

/** The state of the order popup: the choice, what is typed, what it costs, and the call. */
export function useOrderForm({ form, variantId, onClose }: Options) {
  const { product, doubts } = form;
  const [chosen, setChosen] = useState(variantId);
  const [text, setText, deleteDraft] = useDraft(`order:${product.id}`, '');
  const entries = useOrderEntries({ ...form, product });
  const reports = useOrderReports(() => {
    void deleteDraft();
    void entries.deleteDraft();
    onClose();
  });
  const order = useOrder({
    onPlaced: (placed: OrderAnswer | null) => {
      entries.keep();
      reports.onPlaced(placed);
    },
    onRefused: (failure: CallFailure) => {
      entries.show(failure.errors ?? {});
      reports.onRefused(failure);
    },
  });
  const purchasable = purchasableOf(product, chosen, form.stock);
  const { variant } = purchasable;
  const news = order.newPriceOf(product.id, variant?.id ?? null);
  const price = news?.price ?? purchasable.cataloguePrice;
  const units = unitsOf(product, entries.quantity, price);
  const total = news !== null && news.quantity === units.quantity ? news.total : units.total;
  const choose = (id: number) => {
    setChosen(id);
    order.clearProblem();
  };
  const confirm = () => {
    if (product.has_variants && !variant) return order.missVariant();
    const answers = entries.check(units.error);
    if (isTooLong(text)) return focusMessage();
    if (answers === null || units.quantity === null || total === null) return undefined;
    const { quantity } = units;
    return order.confirm({ product, variant, price, quantity, total, answers, message: text });
  };
  return {
    product,
    purchasable,
    price,
    units: { ...units, total },
    entries,
    order,
    choose,
    message: { text, onText: setText },
    blockers: doubts.filter(({ key }) => !order.owns(key)),
    confirm,
  };
}

const isTooLong = (text: string): boolean => [...text.trim()].length > orderMessageMax;

const focusMessage = () => document.querySelector<HTMLElement>('dialog textarea[aria-invalid]')?.focus();
