import type { Page } from '@playwright/test';
import { bell, navigation, openPalette, press } from './acts.ts';
import { customerParts, guestParts } from './customer-parts.ts';
import type { SampleIds } from './sample-ids.ts';
import type { Part, Screen } from './screens.ts';

/** Dialogs, menus and panels to open, and forms with errors. */
export const openedParts = (samples: SampleIds): Screen[] =>
  [...guestParts, ...customerParts(samples), ...adminParts(samples)].map(([who, name, path, act, width]) => ({
    who,
    name,
    path,
    state: 'open',
    ...(act && { act }),
    ...(width && { width }),
  }));

const adminParts = ({
  adminTicket,
  order,
  askedOrder,
  orderOfCodes,
  productWithCodes,
  customer,
}: SampleIds): Part[] => [
  ['admin', 'admin-bell', '/dashboard/admin', bell],
  ['admin', 'admin-drawer', '/dashboard/admin', navigation, 360],
  ['admin', 'admin-order-details', `/admin/orders?order=${order}`],
  [
    'admin',
    'admin-order-history',
    `/admin/orders?order=${order}`,
    press('dialog[open] button[aria-expanded] >> nth=-1'),
  ],
  ['admin', 'admin-order-answers', `/admin/orders?order=${askedOrder}`],
  ['admin', 'admin-order-ask', `/admin/orders?ask=${askedOrder}`, press('dialog[open] button[type=submit]')],
  ['admin', 'admin-order-codes', `/admin/orders?order=${orderOfCodes}`],
  ['admin', 'admin-codes-import', `/admin/products/${productWithCodes}`, importCodes],
  ['admin', 'admin-order-deliver', `/admin/orders?deliver=${order}`],
  ['admin', 'admin-order-delete', `/admin/orders?delete=${order}`],
  ['admin', 'admin-order-return-part', `/admin/orders?order=${order}`, returnPart],
  ['admin', 'admin-orders-filters', '/admin/orders', press('main button[aria-expanded]')],
  ['admin', 'admin-user-new-incomplete', '/admin/users?create=1', press('dialog[open] button[type=submit]')],
  ['admin', 'admin-user-adjust', `/admin/users?adjust=${customer}`, adjustWithoutPin],
  ['admin', 'admin-user-history', `/admin/users?history=${customer}`],
  ['admin', 'admin-user-delete', `/admin/users?delete=${customer}`],
  ['admin', 'admin-user-menu', '/admin/users', press('main td button[aria-haspopup=menu]')],
  ['admin', 'status-menu', `/admin/tickets/${adminTicket}`, press('main button[aria-haspopup=menu]')],
  ['admin', 'admin-palette', '/admin/tickets', searchInPalette],
  ['admin', 'admin-audit-entry', '/admin/audit?entity=orders', press('main li > button[aria-haspopup=dialog]')],
  ['admin', 'admin-deliveries-add', '/admin/settings/deliveries', press('main h1 ~ * button >> nth=-1')],
  ['admin', 'admin-deliveries-menu', '/admin/settings/deliveries', press('main button[aria-haspopup=menu]')],
  ['admin', 'admin-merge', `/admin/tickets/${adminTicket}`, openMerge],
  ['admin', 'canned-replies', `/admin/tickets/${adminTicket}`, press('main button[aria-haspopup=listbox]')],
];

/** Forms of admins that were submitted without their required fields. */
export const refusedForms = ({ adminTicket, customer }: SampleIds): Screen[] =>
  [
    ['admin-product-new', '/admin/products/create', 'main button[type=submit]'],
    ['admin-category-new', '/admin/categories/create', 'main button[type=submit]'],
    ['admin-user-new', '/admin/users/create', 'main button[type=submit]'],
    ['admin-help-create', '/admin/help/create', 'main button[type=submit]'],
    ['admin-settings-pin', '/dashboard/settings', 'main form button[type=submit]'],
    ['admin-reply-empty', `/admin/tickets/${adminTicket}`, 'main form button[type=submit]'],
    ['admin-user-adjust', `/admin/users?adjust=${customer}`, 'dialog[open] button[type=submit]'],
  ].map(([name, path, button]) => ({ who: 'admin', state: 'refused', name: name!, path: path!, act: press(button!) }));

/** Forms of admins with a change of a record that another admin has changed since. */
export const conflictingForms = ({ product, category, customer }: SampleIds): Screen[] =>
  [
    ['admin-product-edit', `/admin/products/${product}/edit`],
    ['admin-category-edit', `/admin/categories/${category}/edit`],
    ['admin-user-edit', `/admin/users/${customer}/edit`],
  ].map(([name, path]) => ({ who: 'admin', state: 'conflict', name: name!, path: path!, act: changeTitle }));

async function changeTitle(page: Page): Promise<void> {
  await page.locator('main form input').first().fill('رصيد ألعاب');
  await press('main button[type=submit]')(page);
}

/** Opens the palette and searches for words of tickets, orders, products and people. */
async function searchInPalette(page: Page): Promise<void> {
  await openPalette(page);
  await page.locator('dialog[open] input').fill('mo');
}

/** Opens the choice of the ticket into which the shown one is merged. */
async function openMerge(page: Page): Promise<void> {
  await page.locator('main [data-ticket-key=m]').click();
  await page.locator('[role=menuitem]:visible').first().click();
}

/** Types an amount and confirms without a PIN, so that the resulting balance and a refused field are shown. */
async function adjustWithoutPin(page: Page): Promise<void> {
  await page.locator('dialog[open] input[inputmode=decimal]').fill('25');
  await press('dialog[open] button[type=submit]')(page);
}

/** Opens the dialog that returns a part of an order's price, and confirms it without an amount and a reason. */
async function returnPart(page: Page): Promise<void> {
  await press('dialog[open] button:has(.lucide-undo-2)')(page);
  await press('dialog[open] input[inputmode=decimal] >> xpath=ancestor::dialog >> button[type=submit]')(page);
}

/** Checks codes of which one repeats another. */
async function importCodes(page: Page): Promise<void> {
  await page.locator('main section button').first().click();
  const dialog = page.locator('dialog[open]');
  const field = dialog.locator('textarea');
  await field.fill('K7QM-2XWD-9RTA\nK7QM-2XWD-9RTB\nK7QM-2XWD-9RTA');
  // The codes are data, not a text of the app that lacks a translation.
  await field.evaluate((element) => element.setAttribute('translate', 'no'));
  await dialog.locator('button').last().click();
  await dialog.locator('[role=status]').first().waitFor();
}
