import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anArticle, changesOf, inThree, openArticles, shop, titles } from '../support/article-pages.tsx';
import { showOnPhone } from '../support/help-desk.tsx';
import { toastTexts } from '../support/storefront.tsx';

const rowOf = (title: string) => within(screen.getByRole('button', { name: `Edit ${title}` }).closest('tr')!);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('S2Q-01 the list has every article as readers find them, with its languages, votes and last day', async () => {
  await openArticles();

  await screen.findByRole('button', { name: 'Edit Order codes' });
  expect(titles()).toEqual(['Holiday', 'Élan du début', 'Order codes', 'Refunds', 'Codes that fail', 'Add balance']);
  expect(rowOf('Élan du début').getByTitle('No text: English')).toBeTruthy();
  expect(rowOf('Élan du début').getByTitle('French')).toBeTruthy();
  expect(rowOf('Holiday').getAllByText(/ended May 1/)).toHaveLength(2);
  expect(await rowOf('Order codes').findByTitle('Helpful: 12')).toBeTruthy();
  expect(rowOf('Order codes').getByTitle('Not helpful: 3')).toBeTruthy();
});

test('S2Q-01 a search finds words of all languages; filters by kind, topic and status are kept in the address', async () => {
  const { user, address, go } = await openArticles();
  await screen.findByText('Showing 1–6 of 6');

  await user.type(screen.getByRole('searchbox', { name: 'Search articles' }), 'elan{Enter}');
  await waitFor(() => expect(titles()).toEqual(['Élan du début']));
  // A move among found articles would not show a result.
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  await go('/admin/help?status=draft');
  await waitFor(() => expect(titles()).toEqual(['Refunds']));
  await go('/admin/help?kind=announcement,balance');
  await waitFor(() => expect(titles()).toEqual(['Holiday', 'Add balance']));
  await go('/admin/help?topic=start');
  await waitFor(() => expect(titles()).toEqual(['Élan du début']));
  expect(address()).toBe('/admin/help?topic=start');
});

test('S2Q-02 the switch publishes a draft with its other fields and the revision that it changes', async () => {
  const { user, server, db } = await openArticles();
  const published = await screen.findByRole<HTMLInputElement>('switch', { name: 'Refunds is published' });
  expect(published.checked).toBe(false);

  await user.click(published);

  await waitFor(() => expect(toastTexts()).toEqual(['Published']));
  expect(published.checked).toBe(true);
  const { texts } = shop[2]!;
  expect(changesOf(server)).toMatchObject([
    { path: '/api/articles/3', revision: '"4"', body: { is_active: true, topic: 'orders', texts, until: null } },
  ]);
  // The next change is based on the new revision.
  await waitFor(async () => expect(await db.articles.get(3)).toMatchObject({ is_active: true, rev: 5 }));
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Add balance is published' }).disabled).toBe(true);
});

test('S2Q-02 an article moves inside its topic by keyboard, and the button keeps the focus', async () => {
  const { user, server } = await openArticles();
  const down = await screen.findByRole('button', { name: 'Move Order codes down' });
  down.focus();

  await user.keyboard('{Enter}');

  await waitFor(() =>
    expect(titles()).toEqual(['Holiday', 'Élan du début', 'Refunds', 'Order codes', 'Codes that fail', 'Add balance']),
  );
  expect(changesOf(server)).toMatchObject([{ path: '/api/articles/1/move', body: { before_id: 6 } }]);
  expect(document.activeElement).toBe(down);
  expect(await screen.findByText('\u2068Order codes\u2069: place 2')).toBeTruthy();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(changesOf(server)[1]?.body).toMatchObject({ before_id: null }));
  await waitFor(() => expect(down.getAttribute('aria-disabled')).toBe('true'));
});

test('S2Q-02 on a phone, an article moves by the menu of its card, and the focus stays on the menu', async () => {
  showOnPhone();
  const { user, server } = await openArticles();
  const menu = await screen.findByRole('button', { name: 'Actions for Order codes' });

  await user.click(menu);
  expect(screen.getByRole<HTMLButtonElement>('menuitem', { name: 'Move up' }).disabled).toBe(true);
  await user.click(await screen.findByRole('menuitem', { name: 'Move down' }));

  await waitFor(() =>
    expect(titles()).toEqual(['Holiday', 'Élan du début', 'Refunds', 'Order codes', 'Codes that fail', 'Add balance']),
  );
  expect(changesOf(server)).toMatchObject([{ path: '/api/articles/1/move', body: { before_id: 6 } }]);
  expect(document.activeElement).toBe(menu);
  expect(await screen.findByText('\u2068Order codes\u2069: place 2')).toBeTruthy();
});

test('S2Q-03 a deletion asks with the name of the article; the text about adding balance has none', async () => {
  const { user, server } = await openArticles();
  await user.click(await screen.findByRole('button', { name: 'Actions for Add balance' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Read', 'Edit']);
  await user.keyboard('{Escape}');
  await user.click(button('Actions for Refunds'));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));

  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this article?' }));
  expect(dialog.getByText('Refunds')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(titles()).not.toContain('Refunds'));
  expect(changesOf(server)).toMatchObject([{ method: 'DELETE', path: '/api/articles/3' }]);
  expect(toastTexts()).toEqual(['Article deleted']);
});

test('S2Q-01 S2Q-02 offline the list is readable, votes are a dash, and nothing can be changed', async () => {
  const { server } = await openArticles();
  await screen.findByTitle('Helpful: 12');
  await server.goOffline();

  expect(await screen.findByText('You are offline. Articles can be changed when you are connected.')).toBeTruthy();
  expect(titles()).toHaveLength(6);
  expect(screen.queryByTitle('Helpful: 12')).toBeNull();
  for (const one of screen.getAllByRole<HTMLInputElement>('switch')) expect(one.disabled).toBe(true);
  expect(button('Move Order codes down').getAttribute('aria-disabled')).toBe('true');
});

test('S2R-07 canned replies are a group of their own at the end, are moved in it, and are not read as articles', async () => {
  const { user, server, db, go } = await openArticles();
  const replies = [anArticle(7, { kind: 'reply', texts: inThree('Thanks') }), anArticle(8, { kind: 'reply' })];
  await act(() => db.articles.bulkPut(replies));
  await screen.findByRole('button', { name: 'Edit Thanks' });
  expect(titles().slice(-3)).toEqual(['Add balance', 'Thanks', 'Article 8']);
  expect(rowOf('Thanks').getAllByText('Canned reply').length).toBeGreaterThan(0);
  await user.click(button('Actions for Thanks'));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Edit', 'Delete']);
  await user.keyboard('{Escape}');

  await go('/admin/help?kind=reply');
  await waitFor(() => expect(titles()).toEqual(['Thanks', 'Article 8']));
  await user.click(button('Move Thanks down'));

  await waitFor(() => expect(titles()).toEqual(['Article 8', 'Thanks']));
  expect(changesOf(server)).toMatchObject([{ path: '/api/articles/7/move', body: { before_id: null } }]);
});

test('S2Q-01 E4 on phones the filters are in a panel that a button beside the search opens', async () => {
  showOnPhone();
  const { user, address } = await openArticles();
  await screen.findByText('Showing 1–6 of 6');
  expect(screen.queryByRole('button', { name: 'Kind' })).toBeNull();

  await user.click(button('Filters'));
  const panel = within(screen.getByRole('form', { name: 'Filters' }));
  await user.click(panel.getByRole('button', { name: 'Status' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Draft' }));
  await user.click(panel.getByRole('button', { name: 'Apply' }));

  await waitFor(() => expect(titles()).toEqual(['Refunds']));
  expect(address()).toBe('/admin/help?status=draft');
});
