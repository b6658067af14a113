import { useLingui } from '@lingui/react/macro';
import type { RouteName } from './paths/route-names.ts';

interface ComingPage {
  title: string;
  /** The future content of the page. */
  coming: string;
  /** What already works of it, or instead of it. */
  today: string;
}

/** Returns the texts of a page that is not built yet. */
export function useComingPages(name: RouteName | undefined): ComingPage {
  const { t } = useLingui();
  const catalogueToday = t`The whole catalogue can be browsed, searched and filtered under its categories.`;
  const area = name?.split('.')[2];
  if (area === 'orders') {
    return {
      title: t`Orders`,
      coming: t`The list of all orders with filters by product, status and customer, the status of each order, delivery with a proof file, and deletion.`,
      today: t`The dashboard shows the newest orders on this device. Customers order from their balance and see their own orders.`,
    };
  }
  if (area === 'products') {
    return {
      title: titleOf(name, t`Products`, t`New product`, t`Edit product`, t`Product`),
      coming: t`The table of all products with their availability, and the form with picture, price, cost, categories and variants.`,
      today: catalogueToday,
    };
  }
  if (area === 'categories') {
    return {
      title: titleOf(name, t`Categories`, t`New category`, t`Edit category`, t`Category`),
      coming: t`The table of categories with their parent, product count and active switch, and the form that creates and edits them.`,
      today: catalogueToday,
    };
  }
  return {
    title: titleOf(name, t`Users`, t`New user`, t`Edit user`, t`User`),
    coming: t`The table of users with balance and last activity, creating and editing them, and the balance adjustment with your PIN.`,
    today: t`Customers register and confirm their address themselves; their names and e-mail addresses stand on their tickets.`,
  };
}

function titleOf(name: RouteName | undefined, list: string, create: string, edit: string, show: string): string {
  if (name?.endsWith('.create')) return create;
  if (name?.endsWith('.edit')) return edit;
  return name?.endsWith('.show') ? show : list;
}
