import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { bell, fillIn, navigation, openPalette, press, submit, submitEmpty, userMenu } from './acts.ts';
import type { SampleIds } from './sample-ids.ts';
import type { Part, Screen } from './screens.ts';

export const lastInDialog = press('dialog[open] button >> nth=-1');
const dialogButton = 'main button[aria-haspopup=dialog]';

export const guestParts: Part[] = [
  ['guest', 'login-refused', '/auth/login', signInWrongly],
  ['guest', 'register-incomplete', '/auth/register', press('button[type=submit]')],
];

export const customerParts = ({
  category,
  product,
  productWithVariants,
  productWithFields,
  order,
  askedOrder,
  productWithCodes,
  variantWithoutCodes,
  orderOfCodes,
  ticket,
}: SampleIds): Part[] => [
  ['customer', 'order-dialog', `/user/categories/${category}?buy=${product}`],
  ['customer', 'order-dialog-variants', `/user/catalogue?buy=${productWithVariants}`],
  ['customer', 'order-dialog-refused', `/user/catalogue?buy=${productWithVariants}`, lastInDialog],
  ['customer', 'order-dialog-fields', `/user/catalogue?buy=${productWithFields}`],
  ['customer', 'order-dialog-fields-missing', `/user/catalogue?buy=${productWithFields}`, confirmWithoutAnswers],
  ['customer', 'order-details', `/user/orders?order=${order}`],
  ['customer', 'order-correction', `/user/orders?order=${askedOrder}`],
  ['customer', 'order-codes', `/user/orders?order=${orderOfCodes}`],
  ['customer', 'order-codes-opened', `/user/orders?order=${orderOfCodes}`, press('dialog[open] section button')],
  ['customer', 'order-dialog-sold-out', `/user/catalogue?buy=${productWithCodes}&variant=${variantWithoutCodes}`],
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

/** Chooses a variant, and confirms without the answers that the product needs. */
async function confirmWithoutAnswers(page: Page): Promise<void> {
  await page.locator('dialog[open] input[type=radio]').first().check();
  await lastInDialog(page);
}

/** Other dialogs and panels of customers. */
export const moreOfCustomers: Screen[] = (
  [
    ['balance-help', '/dashboard/user', press('main section > div > button[aria-haspopup=dialog]')],
    ['order-again', '/dashboard/user', press('main li > button[aria-haspopup=dialog]')],
    ['orders-status', '/user/orders', press(dialogButton)],
    ['balance-kind', '/user/balance', press(dialogButton)],
    ['balance-days', '/user/balance', press(`${dialogButton} >> nth=1`)],
    ['balance-verify', '/user/balance', verifyBalance],
    ['statement-days', '/user/balance/statement', press(dialogButton)],
    ['tickets-status', '/user/tickets', press(dialogButton)],
    ['ticket-new-order', '/user/tickets/create', press('main form button[aria-label]')],
    ['settings-name', '/dashboard/settings', press('main dl button >> nth=0')],
    ['settings-password', '/dashboard/settings', press('main dl button >> nth=2')],
    ['settings-end-sessions', '/dashboard/settings', press('main section:has(ul) > * button >> nth=-1')],
    ['palette', '/dashboard/user', openPalette],
  ] as const
).map(([name, path, act]) => ({ who: 'customer', state: 'open', name, path, act, isVariant: true }));

/** Forms of guests whose fields are refused. */
export const guestForms: Screen[] = (
  [
    ['register', '/auth/register', { name: 'Lina', email: 'lina', password: '123' }],
    ['password-forgotten', '/auth/password-forgotten', { email: 'lina' }],
    ['password-reset', '/auth/password-reset?token=unknown', { password: 'a long enough password' }],
  ] as const
).map(([name, path, fields]) => ({ who: 'guest', state: 'refused', name, path, act: fillIn(fields) }));

/** Forms of customers whose fields are refused; the newcomer has too little balance for an order. */
export const refusedFormsOfCustomers = ({ product }: SampleIds): Screen[] => [
  {
    who: 'newcomer',
    state: 'refused',
    name: 'order-dialog',
    path: `/user/catalogue?buy=${product}`,
    act: lastInDialog,
  },
  settingRefused('settings-name', 0, fillIn({ name: '' })),
  settingRefused('settings-email', 1, submitEmpty),
  settingRefused('settings-password', 2, fillIn({ current_password: 'not this one', password: 'short' })),
];

/** A dialog of the settings, opened by the button at this place, whose fields are refused. */
const settingRefused = (name: string, place: number, refuse: (page: Page) => Promise<void>): Screen => ({
  who: 'customer',
  state: 'refused',
  name,
  path: '/dashboard/settings',
  act: async (page) => {
    await press(`main dl button >> nth=${place}`)(page);
    await refuse(page);
  },
});

/** An order whose price changes while it is confirmed. */
export const conflictingOrder = ({ category, product }: SampleIds): Screen => ({
  who: 'customer',
  state: 'conflict',
  name: 'order-dialog',
  path: `/user/categories/${category}?buy=${product}`,
  act: async (page) => {
    await lastInDialog(page);
    await page.locator('dialog[open] [role=status], dialog[open] [role=alert]').first().waitFor();
  },
});

/** Waits for the result, which takes the place of the progress. */
async function verifyBalance(page: Page): Promise<void> {
  await press('main section button')(page);
  await page.locator('dialog[open]').waitFor();
  await page.locator('dialog[open] [role=progressbar]').waitFor({ state: 'detached' });
}

/** With an address of its own each time: the server counts wrong passwords by address, and refuses the sixth one. */
async function signInWrongly(page: Page): Promise<void> {
  await fillIn({ email: `amina.${randomInt(1e6)}@comptoir.example`, password: 'not this one' })(page);
}
