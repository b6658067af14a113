import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dismissAnnouncement } from '../../src/client/local/article-marks.ts';
import { writeDraft } from '../support/drafts.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { anArticle, openHelp, storeArticles } from '../support/help-centre.tsx';
import { waitingIn } from '../support/help-desk.tsx';
import { anAccount, anOrder, aProduct } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

/** Loads the code that formats articles and takes orders, so that no test waits for it. */
beforeAll(() =>
  Promise.all([
    import('../../src/client/ui/article-body.tsx'),
    import('../../src/client/features/orders/order-dialog.tsx'),
  ]),
);
beforeEach(() => activateLocale('en'));

const arabicOnly = anArticle(3, {
  topic: 'balance',
  texts: { ar: { title: 'كيف يضاف الرصيد', body: 'اكتب لنا **تذكرة**.' } },
});
const placing = anArticle(1, {
  texts: {
    en: { title: 'Placing an order', body: '## First\n\nChoose a product, then [confirm](/user/orders).' },
    fr: { title: 'Passer une commande', body: 'Choisissez un produit, déjà payé.' },
  },
});
const following = anArticle(2, { texts: { en: { title: 'Following an order', body: 'Each order has a status.' } } });
const draft = anArticle(4, { is_active: false, texts: { en: { title: 'A draft', body: 'Nothing yet.' } } });
const howTo = anArticle(5, {
  kind: 'balance',
  topic: 'balance',
  texts: { en: { title: 'How balance is added', body: 'Send a *receipt* to the shop.' } },
});
const news = anArticle(6, {
  kind: 'announcement',
  texts: { en: { title: 'Closed on Friday', body: 'We are back on Saturday.' } },
});
const all = [placing, following, arabicOnly, draft, howTo, news];

const titlesIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('S1-08 offline the articles are grouped by topic in the reader’s language, or in another one they have, without drafts and announcements', async () => {
  const { main } = await openHelp('/dashboard/help', { articles: all, isOffline: true });

  expect(titlesIn(await main.findByRole('region', { name: 'Orders' }))).toEqual([
    'Placing an order',
    'Following an order',
  ]);
  expect(titlesIn(main.getByRole('region', { name: 'Balance' }))).toEqual(['كيف يضاف الرصيد', 'How balance is added']);
  expect(main.queryByText('A draft')).toBeNull();
  expect(main.queryByText('Closed on Friday')).toBeNull();
  expect(main.getByRole('link', { name: 'New ticket' }).getAttribute('href')).toBe('/user/tickets/create');

  await activateLocale('fr');
  expect(await main.findByRole('link', { name: 'Passer une commande' })).toBeTruthy();
});

test('S1-08 a search finds articles while the user types: by beginnings, with typing errors, without accents and in Arabic letter forms', async () => {
  const { main, user } = await openHelp('/dashboard/help', { articles: all, isOffline: true });
  const box = await main.findByRole('searchbox', { name: 'Search the help' });
  const found = async (query: string) => {
    await user.clear(box);
    await user.type(box, query);
    await main.findByRole('status');
    return main.getAllByRole('listitem').map(({ textContent }) => textContent);
  };

  expect(await found('prod')).toEqual(['Placing an orderChoose a product, then confirm.']);
  expect(await found('follwing')).toEqual(['Following an orderEach order has a status.']);
  expect(await found('رصيد')).toEqual(['كيف يضاف الرصيداكتب لنا تذكرة.']);
  expect(await found('تذكره')).toHaveLength(1);
  await activateLocale('fr');
  expect(await found('deja')).toEqual(['Passer une commandeChoisissez un produit, déjà payé.']);
});

test('S1-08 a search without results leads customers to a new ticket, and is in the address after Enter', async () => {
  const { main, user, router } = await openHelp('/dashboard/help', { articles: all });
  await user.type(await main.findByRole('searchbox'), 'zebra{Enter}');

  expect(await main.findByText('No article matches your search.')).toBeTruthy();
  expect(main.getByRole('link', { name: 'New ticket' })).toBeTruthy();
  await waitFor(() => expect(router.state.location.href).toBe('/dashboard/help?search=zebra'));
  await user.click(main.getAllByRole('button', { name: 'Clear search' }).at(-1)!);
  expect(await main.findByRole('region', { name: 'Orders' })).toBeTruthy();
});

test.each(['user', 'agent', 'admin'] as const)('S1-08 the role %s opens the help from the menu', async (role) => {
  const { user } = await openHelp('/dashboard/settings', { role, articles: all });
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  await user.click(menu.getByRole('link', { name: 'Help' }));

  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('region', { name: 'Orders' })).toBeTruthy();
  expect(main.queryAllByRole('link', { name: 'New ticket' })).toHaveLength(role === 'user' ? 1 : 0);
  expect(main.queryAllByRole('link', { name: 'Edit articles' })).toHaveLength(role === 'admin' ? 1 : 0);
});

test('S1-08 an article has its text, its date, and the articles beside it in its topic', async () => {
  const { main, user } = await openHelp('/dashboard/help/1', { articles: all, isOffline: true });

  expect(await main.findByRole('heading', { level: 1, name: 'Placing an order' })).toBeTruthy();
  expect(main.getByText(/November 14, 2026/)).toBeTruthy();
  expect(await main.findByRole('heading', { level: 2, name: 'First' })).toBeTruthy();
  expect(main.getByRole('link', { name: 'confirm' }).getAttribute('href')).toBe('/user/orders');
  await user.click(main.getByRole('link', { name: /Following an order/ }));

  expect(await main.findByRole('heading', { level: 1, name: 'Following an order' })).toBeTruthy();
  expect(main.getByRole('link', { name: /Placing an order/ }).getAttribute('href')).toBe('/dashboard/help/1');
  expect(main.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/dashboard/help');
});

test('S1-08 an unknown article is reported, with the way to all articles', async () => {
  const { main } = await openHelp('/dashboard/help/99', { articles: all });
  expect(await main.findByText('This article does not exist.')).toBeTruthy();
  expect(main.getByRole('link', { name: 'All articles' }).getAttribute('href')).toBe('/dashboard/help');
});

test('S1-08 without a connection a device without articles says so', async () => {
  const { main } = await openHelp('/dashboard/help', { isOffline: true });
  expect(await main.findByText('The articles are not on this device yet.')).toBeTruthy();
});

test('S1-08 offline a user says whether an article helped, sees the answer and changes it; only the last one is sent', async () => {
  const { db, main, user } = await openHelp('/dashboard/help/1', { articles: all, isOffline: true });
  const choice = (name: string) => main.findByRole('button', { name });
  await user.click(await choice('Yes'));

  await waitFor(async () => expect((await choice('Yes')).getAttribute('aria-pressed')).toBe('true'));
  expect(main.getByText('Thank you for your answer.')).toBeTruthy();
  await user.click(await choice('No'));
  await waitFor(async () => expect((await choice('No')).getAttribute('aria-pressed')).toBe('true'));
  expect((await choice('Yes')).getAttribute('aria-pressed')).toBe('false');
  expect(await waitingIn(db)).toEqual([
    { kind: 'article.vote', args: { article_id: 1, is_helpful: false }, state: 'queued' },
  ]);
});

test('S1-08 a ticket about an article has its title as subject, and the draft of another ticket stays as it is', async () => {
  const { db, main, user, router } = await openHelp('/dashboard/help/1', { articles: all, isOffline: true });
  await writeDraft(db, 'ticket.new', { subject: 'My own', type: '', priority: 'low', content: 'x', order_id: null });
  await user.click(await main.findByRole('link', { name: 'Open a ticket about it' }));

  const subject = await main.findByRole('textbox', { name: /^Subject/ });
  expect((subject as HTMLInputElement).value).toBe('Placing an order');
  await user.type(subject, '!');
  await waitFor(async () => expect(await db.drafts.count()).toBe(2));
  await router.navigate({ to: '/user/tickets/create', search: {} } as never);
  await waitFor(() => expect(currentSubject()).toBe('My own'));
});

const currentSubject = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Subject/ }).value;

test.each(['user', 'admin'] as const)(
  'S2E-03 the dashboard of the role %s has announcements until they are dismissed, and again when they are changed',
  async (role) => {
    const home = role === 'user' ? '/dashboard/user' : '/dashboard/admin';
    const ended = anArticle(7, { kind: 'announcement', until: '2026-11-01T00:00:00.000Z' });
    const { db, main, user, router } = await openHelp(home, { role, articles: [...all, ended] });
    const list = within(await main.findByRole('list', { name: 'Announcements' }));

    expect(list.getByRole('link', { name: /Closed on Friday/ }).getAttribute('href')).toBe('/dashboard/help/6');
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    await user.click(list.getByRole('button', { name: 'Dismiss: Closed on Friday' }));
    await waitFor(() => expect(main.queryByRole('list', { name: 'Announcements' })).toBeNull());

    await storeArticles(db, [...all.slice(0, 5), { ...news, updated_at: '2026-11-15T08:00:00.000Z', rev: 2 }]);
    await router.navigate({ to: '/dashboard/settings' });
    await router.navigate({ to: home });
    expect(await main.findByRole('list', { name: 'Announcements' })).toBeTruthy();
  },
);

test('S2E-03 an announcement that arrives while a dashboard is in view moves nothing: it is shown with the next visit', async () => {
  const { db, main, router } = await openHelp('/dashboard/user', { rows: { account: [anAccount(5)] }, articles: [] });
  await main.findByText('Your balance');
  await storeArticles(db, [news]);
  await dismissAnnouncement(db, anArticle(9));

  expect(main.queryByRole('list', { name: 'Announcements' })).toBeNull();
  await router.navigate({ to: '/dashboard/settings' });
  await router.navigate({ to: '/dashboard/user' });
  expect(await main.findByRole('list', { name: 'Announcements' })).toBeTruthy();
});

test('S2E-04 a customer without balance and orders reads on the dashboard how balance is added; one with an order does not', async () => {
  const { main, receive } = await openHelp('/dashboard/user', {
    rows: { account: [anAccount(0)] },
    articles: all,
    isOffline: true,
  });
  const panel = within(await main.findByRole('region', { name: 'How to add balance' }));

  expect((await panel.findByText('receipt')).tagName).toBe('EM');
  expect(panel.getByRole('link').getAttribute('href')).toBe('/user/tickets/create?type=billing');
  await receive('orders', anOrder(1));
  await waitFor(() => expect(main.queryByRole('region', { name: 'How to add balance' })).toBeNull());
});

test('S2J-12 the balance page and an order that costs too much explain how balance is added; the order says what is missing', async () => {
  const rows = { account: [anAccount(4)], products: [aProduct(1, 'Netflix')], orders: [anOrder(1)] };
  const { main, user } = await openHelp('/user/balance?buy=1', { rows, articles: all, isOffline: true });
  const dialog = within(await screen.findByRole('dialog'));

  expect(await dialog.findByText(/€6\.00 is missing\./)).toBeTruthy();
  await user.click(await dialog.findByText('How to add balance'));
  expect((await dialog.findByText('receipt')).tagName).toBe('EM');
  await user.click(await main.findByText('How to add balance'));
  expect((await main.findByText('receipt')).tagName).toBe('EM');
});
