import type { Page } from '@playwright/test';
import type { SampleIds } from './sample-ids.ts';
import type { Screen, Who } from './screens.ts';

type Part = [who: Who, name: string, path: string, act?: Screen['act'], width?: Screen['width']];

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

const bell = press('header button[aria-haspopup=dialog] >> nth=-1');
const userMenu = press('header button[aria-haspopup=menu] >> nth=-1');
const navigation = press('header button');
const submit = press('main button[type=submit]');

const guestParts: Part[] = [
  ['guest', 'login-refused', '/auth/login', signInWrongly],
  ['guest', 'register-incomplete', '/auth/register', press('button[type=submit]')],
];

const customerParts = ({ category, product, productWithVariants, order, ticket }: SampleIds): Part[] => [
  ['customer', 'order-dialog', `/user/categories/${category}?buy=${product}`],
  ['customer', 'order-dialog-variants', `/user/catalogue?buy=${productWithVariants}`],
  [
    'customer',
    'order-dialog-refused',
    `/user/catalogue?buy=${productWithVariants}`,
    press('dialog[open] button >> nth=-1'),
  ],
  ['customer', 'order-details', `/user/orders?order=${order}`],
  ['customer', 'drawer', '/dashboard/user', navigation, 360],
  ['customer', 'sidebar-icons', '/dashboard/user', navigation, 1280],
  ['customer', 'bell', '/dashboard/user', bell],
  ['customer', 'user-menu', '/dashboard/user', userMenu],
  ['customer', 'filter-panel', `/user/categories/${category}`, press('main button[aria-expanded]')],
  ['customer', 'category-list', `/user/categories/${category}`, press('main button[aria-pressed=false] >> nth=-1')],
  ['customer', 'settings-email', '/dashboard/settings', press('main dl button >> nth=1')],
  ['customer', 'ticket-new-incomplete', '/user/tickets/create', submit],
  ['customer', 'reply-empty', `/user/tickets/${ticket}`, submit],
];

const adminParts = ({ adminTicket, order, customer }: SampleIds): Part[] => [
  ['admin', 'admin-bell', '/dashboard/admin', bell],
  ['admin', 'admin-drawer', '/dashboard/admin', navigation, 360],
  ['admin', 'admin-order-details', `/admin/orders?order=${order}`],
  [
    'admin',
    'admin-order-history',
    `/admin/orders?order=${order}`,
    press('dialog[open] button[aria-expanded] >> nth=-1'),
  ],
  ['admin', 'admin-order-deliver', `/admin/orders?deliver=${order}`],
  ['admin', 'admin-order-delete', `/admin/orders?delete=${order}`],
  ['admin', 'admin-orders-filters', '/admin/orders', press('main button[aria-expanded]')],
  ['admin', 'admin-user-new-incomplete', '/admin/users?create=1', press('dialog[open] button[type=submit]')],
  ['admin', 'admin-user-adjust', `/admin/users?adjust=${customer}`, adjustWithoutPin],
  ['admin', 'admin-user-history', `/admin/users?history=${customer}`],
  ['admin', 'admin-user-delete', `/admin/users?delete=${customer}`],
  ['admin', 'admin-user-menu', '/admin/users', press('main td button[aria-haspopup=menu]')],
  ['admin', 'status-menu', `/admin/tickets/${adminTicket}`, press('main button[aria-haspopup=menu]')],
  ['admin', 'admin-palette', '/admin/tickets', openPalette],
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
export const conflictingForms = ({ product, category }: SampleIds): Screen[] =>
  [
    ['admin-product-edit', `/admin/products/${product}/edit`],
    ['admin-category-edit', `/admin/categories/${category}/edit`],
  ].map(([name, path]) => ({ who: 'admin', state: 'conflict', name: name!, path: path!, act: changeTitle }));

async function changeTitle(page: Page): Promise<void> {
  await page.locator('main form input').first().fill('رصيد ألعاب');
  await press('main button[type=submit]')(page);
}

function press(selector: string) {
  return (page: Page): Promise<void> => page.locator(selector).first().click();
}

/** Opens the palette and searches for words of tickets, orders, products and people. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open] input').fill('mo');
}

/** Opens the choice of the ticket into which the shown one is merged. */
async function openMerge(page: Page): Promise<void> {
  await page.locator('main [data-ticket-key=m]').click();
  await page.locator('[role=menuitem]:visible').first().click();
}

/** Opens the sign-out dialog about queued items. */
export async function openSignOutDialog(page: Page): Promise<void> {
  await press('header button[aria-haspopup=menu] >> nth=-1')(page);
  await page.locator('[role=menuitem]').last().click();
  await page.locator('dialog[open] button').nth(2).waitFor();
}

/** Types an amount and confirms without a PIN, so that the resulting balance and a refused field are shown. */
async function adjustWithoutPin(page: Page): Promise<void> {
  await page.locator('dialog[open] input[inputmode=decimal]').fill('25');
  await press('dialog[open] button[type=submit]')(page);
}

async function signInWrongly(page: Page): Promise<void> {
  await page.locator('input[name=email]').fill('amina@comptoir.example');
  await page.locator('input[name=password]').fill('not this one');
  await page.locator('button[type=submit]').click();
  await page.locator('[role=alert]').first().waitFor();
}
