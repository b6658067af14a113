import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ShopSettingsScreen } from '../../src/client/features/shop/shop-settings-screen.tsx';
import { countDrafts } from '../../src/client/local/drafts.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { windowLimits } from '../../src/contract/windows.ts';
import { openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { openArticles } from '../support/article-pages.tsx';
import { openCategories } from '../support/category-pages.tsx';
import { aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { openMail } from '../support/mail-page.tsx';
import { orderForms } from '../support/order-forms.tsx';
import { aCostedProduct, openShop, visitProducts } from '../support/product-pages.tsx';
import { amina, anOrder, openDevice, sara, visit } from '../support/storefront.tsx';
import { topupForms } from '../support/topup-forms.tsx';
import { type UnfinishedForm as Form, typing } from '../support/unfinished-form.tsx';

const user = userEvent.setup();
const choose = async (name: string | RegExp, value: string) =>
  user.selectOptions(await screen.findByRole('combobox', { name }), value);
const choosing = (name: string | RegExp, value: string, before: string) => ({
  change: () => choose(name, value),
  undo: () => choose(name, before),
});
const switching = (role: 'switch' | 'checkbox', name: string) => {
  const press = async () => user.click(await screen.findByRole(role, { name }));
  return { change: press, undo: press };
};

const forms: readonly Form[] = [
  ...topupForms,
  ...orderForms,
  {
    name: 'a reply',
    sources: ['features/tickets/reply-form.tsx'],
    async open() {
      const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
      visitHelpDesk(`/user/tickets/${uuid(1)}`);
      return { db, ...typing('Your reply') };
    },
  },
  {
    name: 'an internal note',
    sources: ['features/tickets/reply-form.tsx', 'features/tickets/note-switch.tsx'],
    async open() {
      const { db } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
      visitHelpDesk(`/admin/tickets/${uuid(1)}`);
      await user.click(await screen.findByRole('radio', { name: /Internal note/ }));
      return { db, ...typing('Your note') };
    },
  },
  {
    name: 'a new ticket with a priority only',
    sources: ['features/tickets/create-ticket-screen.tsx'],
    async open() {
      const { db } = await openHelpDesk(amina);
      visitHelpDesk('/user/tickets/create');
      return { db, ...choosing(/^Priority/, 'high', 'medium') };
    },
  },
  {
    name: 'the edit of a waiting reply',
    sources: ['features/tickets/edit-item-dialog.tsx'],
    async open() {
      const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
      await server.goOffline();
      await perform(db, 'ticket.reply', { id: uuid(81), ticket_id: uuid(1), content: 'Hello' });
      visitHelpDesk(`/user/tickets/${uuid(1)}`);
      await user.click(await screen.findByRole('button', { name: 'Change before it is sent' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
      const dialog = await screen.findByRole('dialog', { name: 'Edit reply' });
      const text = within(dialog).getByRole('textbox', { name: /^Reply/ });
      return { db, change: () => user.type(text, '!'), undo: () => user.type(text, '{Backspace}') };
    },
  },
  {
    name: 'a delivery',
    sources: ['features/orders/deliver-dialog.tsx'],
    async open() {
      const { db } = await openOrderDevice([anOrder(41)]);
      visitOrders('/admin/orders?deliver=41');
      return { db, ...typing('Delivery notes (optional)') };
    },
  },
  {
    name: 'a new product with a category only',
    sources: ['features/products/use-product-form.ts'],
    async open() {
      const { db } = await openShop();
      visitProducts('/admin/products/create');
      return { db, ...switching('checkbox', 'Films') };
    },
  },
  {
    name: 'a new product with variants only',
    sources: ['features/products/use-product-form.ts'],
    async open() {
      const { db } = await openShop();
      visitProducts('/admin/products/create');
      return { db, ...switching('switch', 'Has variants') };
    },
  },
  {
    name: 'the search words of a product',
    sources: ['features/products/use-product-form.ts'],
    async open() {
      const { db } = await openShop({ products: [aCostedProduct(9, 'Netflix')] });
      visitProducts('/admin/products/9/edit');
      return { db, ...typing('Search words') };
    },
  },
  {
    name: 'a category with another parent only',
    sources: ['features/categories/category-form.tsx'],
    async open() {
      const { db } = await openCategories('/admin/categories/2/edit');
      return { db, ...choosing('Parent category', '', '1') };
    },
  },
  {
    name: 'a new article with a topic only',
    sources: ['features/help/article-form.tsx'],
    async open() {
      const { db } = await openArticles('/admin/help/create');
      return { db, ...choosing('Topic', 'balance', 'start') };
    },
  },
  {
    name: 'an article in one language',
    sources: ['features/help/article-form.tsx'],
    async open() {
      const { db } = await openArticles('/admin/help/1/edit');
      await user.click(await screen.findByRole('tab', { name: /^Français/ }));
      return { db, ...typing('Title') };
    },
  },
  {
    name: 'a new canned reply',
    sources: ['features/help/article-form.tsx'],
    async open() {
      const { db } = await openArticles('/admin/help/create');
      await user.click(await screen.findByRole('radio', { name: 'Canned reply' }));
      const backToArticle = async () => user.click(await screen.findByRole('radio', { name: 'Article' }));
      return { db, change: () => Promise.resolve(), undo: backToArticle };
    },
  },
  {
    name: 'the text of an e-mail',
    sources: ['features/mail/mail-form.tsx'],
    async open() {
      const { db } = await openMail();
      await user.click(screen.getByRole('radio', { name: /^Français/ }));
      return { db, ...typing('Subject') };
    },
  },
  {
    name: 'the name of the shop',
    sources: ['features/shop/shop-form.tsx'],
    async open() {
      const { db, server } = await openDevice(sara);
      const shop = { name: 'Souk', hours: Array.from({ length: 7 }, () => null), accent: 'teal', logo: null, rev: 4 };
      const windows = Object.fromEntries(Object.entries(windowLimits).map(([kind, { usual }]) => [kind, usual]));
      await server.goOnline(({ path }) =>
        path.startsWith('/api/shop') ? [200, { code: 'SUCCESS', shop, windows }] : [200, { status: 'ok' }],
      );
      await expect.poll(isOnline).toBe(true);
      visit('/admin/settings', { '/admin/settings': ShopSettingsScreen });
      return { db, ...typing('Name of the shop') };
    },
  },
];

test.each(forms)(
  'D-11 OF-36 $name is unfinished work while it differs from the form that was opened',
  async ({ open }) => {
    const { db, change, undo } = await open();

    await change();
    await waitFor(async () => expect(await countDrafts(db)).toBe(1));

    await undo();
    await waitFor(async () => expect(await countDrafts(db)).toBe(0));
    cleanup();
    expect((await db.drafts.toArray()).filter(({ k }) => !k.endsWith('.mode'))).toEqual([]);
  },
);

test('every form that keeps a draft is tried above', () => {
  const client = resolve(import.meta.dirname, '../../src/client');
  const hooks = /(?<!function )\b(?:useDraft|useFormDraft|useDraftFiles|useRecordForm)(?:<.*?>)?\(/;
  const sources = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^(?:forms|sync)\//.test(name))
    .filter((name) => hooks.test(readFileSync(join(client, name), 'utf8')));

  expect([...new Set(forms.flatMap((form) => form.sources))].toSorted()).toEqual(sources.toSorted());
});
