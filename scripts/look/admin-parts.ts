import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { untilStill } from '../../tests/support/until-still.ts';
import { home } from '../stamp.mjs';
import { press } from './acts.ts';
import { untilQueued } from './outbox.ts';
import type { SampleIds } from './sample-ids.ts';
import type { Who } from './options.ts';
import type { Screen, State } from './screens.ts';

type Act = Screen['act'];

const views = 'main button:has(.lucide-bookmark)';
const picture = join(home, 'public/screenshots/narrow.png');

type Part = [name: string, path: string, act: Act, width?: Screen['width']];

/** The parts of the back office that a press of a button or a key opens, and the screens of agents in each state. */
export const officeParts = (samples: SampleIds): Screen[] => [
  ...screensOf('admin', 'open', [...ticketParts(samples), ...listParts, ...formParts(samples)]),
  ...screensOf('agent', 'open', agentParts(samples)),
  ...screensOf('agent', 'filled', ownPagesOfAgents(samples)),
  ...screensOf('agent', 'filled', commonPages(samples)).map((screen) => ({ ...screen, isVariant: true as const })),
  ...(['offline', 'refused'] as const).flatMap((state) =>
    screensOf('agent', state, [...ownPagesOfAgents(samples), ...commonPages(samples)]),
  ),
  ...conflicts(samples),
];

/** Forms of admins with a change of a record that another admin changes just before it arrives. */
const conflicts = ({ article, order, otherOrder, adminTicket, customer }: SampleIds): Screen[] => [
  ...screensOf('admin', 'conflict', [
    ['admin-help-edit', `/admin/help/${article}/edit`, changeFirstField],
    ['admin-shop', '/admin/settings', changeFirstField],
    ['admin-mail', '/admin/settings/mail', changeFirstField],
    ['admin-deliveries', '/admin/settings/deliveries', changeRate],
  ]),
  // These change the same records on the device of the admin, while it is offline (`queueOfficeChanges`).
  ...screensOf('admin', 'conflict', [
    ['admin-order-status', `/admin/orders?order=${order}`, undefined],
    ['admin-order-deliver', `/admin/orders?order=${otherOrder}`, undefined],
    ['admin-ticket-details', `/admin/tickets/${adminTicket}`, press('[data-ticket-key=d]')],
    ['admin-orders', '/admin/orders', undefined],
    ['admin-user', `/admin/users/${customer}`, undefined],
    ['admin-bell', '/dashboard/admin', press('header button[aria-haspopup=dialog] >> nth=-1')],
  ]),
];

const ticketParts = ({ adminTicket }: SampleIds): Part[] => {
  const path = `/admin/tickets/${adminTicket}`;
  return [
    ['admin-ticket-keys', path, pressKey('?')],
    ['admin-ticket-priority', path, press('[data-ticket-key=p]')],
    ['admin-ticket-assignee', path, press('[data-ticket-key=a]')],
    ['admin-ticket-tags', path, press('[data-ticket-key=t]')],
    ['admin-ticket-snooze', path, press('[data-ticket-key=z]')],
    ['admin-ticket-snooze-time', path, chooseLast('[data-ticket-key=z]')],
    ['admin-ticket-note', path, press('[data-composer] label:has([value=note])')],
    ['admin-ticket-attachment', path, attachPicture],
    ['admin-ticket-views', path, press('aside button[aria-haspopup=menu], main button[aria-haspopup=menu]'), 1280],
    ['admin-ticket-drawer', path, press('[data-ticket-key=d]'), 360],
    ['admin-ticket-details', path, press('[data-ticket-key=d]'), 1280],
  ];
};

const listParts: Part[] = [
  ['admin-tickets-keys', '/admin/tickets', pressKey('?')],
  ['admin-tickets-filters', '/admin/tickets', press('main button[aria-expanded]')],
  ['admin-tickets-bulk', '/admin/tickets', selectRows],
  ['admin-orders-bulk', '/admin/orders', selectRows],
  ['admin-orders-date', '/admin/orders', openDateRange],
  ['admin-view-save', '/admin/tickets?status=open', chooseLast(views)],
  ['admin-view-undo', '/admin/tickets?status=open', saveAndDeleteView],
  ['admin-audit-period', '/admin/audit', press('main button[aria-haspopup=dialog] >> nth=3')],
  ['admin-chart-table', '/dashboard/admin', press('main section:has(canvas) button')],
];

const formParts = ({ product, category }: SampleIds): Part[] => [
  ['admin-product-crop', '/admin/products/create', choosePicture],
  ['admin-product-variants', '/admin/products/create', press('main [role=switch] >> nth=0')],
  ['admin-product-replace', `/admin/products/${product}/edit`, choosePicture],
  ['admin-category-new', '/admin/categories?new=1', undefined],
  ['admin-category-edit', `/admin/categories?edit=${category}`, undefined],
  ['admin-settings-name', '/dashboard/settings', press('main dl button >> nth=0')],
  ['admin-settings-password', '/dashboard/settings', press('main dl button >> nth=2')],
  ['admin-account-menu', '/dashboard/admin', press('header button[aria-haspopup=menu] >> nth=-1')],
  ['admin-sidebar-icons', '/dashboard/admin', press('header button'), 1280],
];

/** The pages on which agents work. */
const ownPagesOfAgents = ({ adminTicket }: SampleIds): Part[] => [
  ['agent-tickets', '/admin/tickets', undefined],
  ['agent-ticket', `/admin/tickets/${adminTicket}`, undefined],
  ['agent-orders', '/admin/orders', undefined],
];

/** Those of admins with less on them. */
const commonPages = ({ productWithVariants, article, category }: SampleIds): Part[] =>
  Object.entries({
    'agent-products': '/admin/products',
    'agent-product': `/admin/products/${productWithVariants}`,
    'agent-categories': '/admin/categories',
    'agent-catalogue': '/admin/catalogue',
    'agent-category': `/admin/categories/${category}`,
    'agent-help': '/dashboard/help',
    'agent-help-article': `/dashboard/help/${article}`,
    'agent-outbox': '/dashboard/outbox',
    'agent-settings': '/dashboard/settings',
    'agent-users': '/admin/users',
  }).map(([name, path]) => [name, path, undefined]);

const agentParts = ({ adminTicket, order }: SampleIds): Part[] => [
  ['agent-order-details', `/admin/orders?order=${order}`, undefined],
  ['agent-ticket-details', `/admin/tickets/${adminTicket}`, press('[data-ticket-key=d]')],
  ['agent-tickets-bulk', '/admin/tickets', selectRows],
  ['agent-drawer', '/admin/tickets', press('header button'), 360],
];

const screensOf = (who: Who, state: State, parts: readonly Part[]): Screen[] =>
  parts.map(([name, path, act, width]) => ({ who, name, path, state, ...(act && { act }), ...(width && { width }) }));

/**
 * Goes on, offline, after `queued` changes, with changes of three facts of the ticket, and of the status and the delivery
 * of two orders: a page that is left before a change is stored loses it.
 */
export async function queueOfficeChanges(page: Page, url: string, samples: SampleIds, queued: number): Promise<void> {
  await page.goto(`${url}/admin/tickets/${samples.adminTicket}`);
  await untilStill(page);
  for (const [at, key] of ['p', 'a'].entries()) {
    await page.locator(`[data-ticket-key=${key}]`).click();
    await page.locator('[role=menuitemradio][aria-checked=false]:visible').first().click();
    await untilQueued(page, queued + at + 1);
  }
  await page.locator('[data-ticket-key=z]').click();
  await page.locator('[role=menuitem]:visible').first().click();
  await untilQueued(page, queued + 3);
  await page.goto(`${url}/admin/orders?order=${samples.order}`);
  await page.locator('dialog[open] button[aria-haspopup=menu]').first().click();
  await page.locator('[role=menuitemradio][aria-checked=false]:visible').first().click();
  await untilQueued(page, queued + 4);
  await page.goto(`${url}/admin/orders?deliver=${samples.otherOrder}`);
  await page.locator('dialog[open] textarea').fill('4F7K-22QX-9D1M');
  await press('dialog[open] button[type=submit]')(page);
  await untilQueued(page, queued + 5);
  await untilStill(page);
}

function pressKey(key: string) {
  return (page: Page): Promise<void> => page.keyboard.press(key);
}

/** Opens a menu and chooses its last entry. */
function chooseLast(menu: string) {
  return async (page: Page): Promise<void> => {
    await press(menu)(page);
    await page.locator('[role=menuitem]:visible').last().click();
  };
}

async function selectRows(page: Page): Promise<void> {
  for (const row of [0, 1, 2]) await page.locator('tbody input[type=checkbox]').nth(row).check();
}

async function openDateRange(page: Page): Promise<void> {
  await press('main button[aria-expanded]')(page);
  await page.locator('main form button[aria-haspopup=dialog]').last().click();
}

async function saveAndDeleteView(page: Page): Promise<void> {
  await chooseLast(views)(page);
  await page.locator('dialog[open] input').fill('رسائل مفتوحة');
  await press('dialog[open] button[type=submit]')(page);
  await chooseLast(views)(page);
}

async function changeFirstField(page: Page): Promise<void> {
  await page.locator('main form input:not([type=radio], [type=checkbox])').first().fill('رصيد ألعاب');
  await press('main button[type=submit]')(page);
}

async function changeRate(page: Page): Promise<void> {
  if (!(await page.locator('td input').first().isVisible())) await press('tbody th button')(page);
  await page.locator('td input').first().fill('6.75');
  await page.keyboard.press('Enter');
}

async function choosePicture(page: Page): Promise<void> {
  await page.locator('main input[type=file]').first().setInputFiles(picture);
}

/** Its name is in Arabic, because an English one counts as untranslated; without its ending the file would be refused. */
async function attachPicture(page: Page): Promise<void> {
  const file = { name: 'صورة الشاشة.png', mimeType: 'image/png', buffer: await readFile(picture) };
  await page.locator('[data-composer] [type=file]').first().setInputFiles(file);
}
