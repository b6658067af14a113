import { screen } from '@testing-library/react';
import { openOrderDevice, visitOrders } from './admin-orders.tsx';
import { anAnsweredOrder, diamonds } from './order-fields.ts';
import { aCategory, amina, anAccount, aProduct, openDevice, visit } from './storefront.tsx';
import { type UnfinishedForm, typing } from './unfinished-form.tsx';

const shop = {
  account: [anAccount(100)],
  categories: [aCategory(1, 'Cards')],
  products: [aProduct(2, 'Card'), diamonds],
};
const ask = { round: 1, keys: ['player'], text: 'Not found', by: 'Sara', at: '2026-11-21T08:00:00.000Z' };

/** The forms of orders that keep a draft. */
export const orderForms: readonly UnfinishedForm[] = [
  {
    name: 'the message of an order',
    sources: ['features/orders/use-order-form.ts'],
    async open() {
      const { db } = await openDevice(amina, shop);
      visit('/user/catalogue?buy=2');
      return { db, ...typing('Message (optional)') };
    },
  },
  {
    name: 'an answer of an order',
    sources: ['features/orders/use-order-entries.ts'],
    async open() {
      const { db } = await openDevice(amina, shop);
      visit('/user/catalogue?buy=5');
      return { db, ...typing('Remark (optional)') };
    },
  },
  {
    name: 'the correction of an order',
    sources: ['features/orders/order-correction.tsx'],
    async open() {
      const { db } = await openDevice(amina, { ...shop, orders: [anAnsweredOrder(501, { ask })] });
      visit('/user/orders?order=501');
      return { db, ...typing('Player id') };
    },
  },
  {
    name: 'a question about an order',
    sources: ['features/orders/admin-ask-dialog.tsx'],
    async open() {
      const { db } = await openOrderDevice([anAnsweredOrder(41)]);
      const { user } = visitOrders('/admin/orders?order=41');
      await user.click(await screen.findByRole('button', { name: 'Ask to correct…' }));
      return { db, ...typing('What is wrong') };
    },
  },
];
