import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openCategories } from '../support/category-pages.tsx';
import { park, showOnPhone, waitingIn } from '../support/help-desk.tsx';
import { toastTexts } from '../support/storefront.tsx';

const rowsInOrder = () =>
  screen.queryAllByRole('button', { name: /^Open category/ }).map((opener) =>
    within(opener.closest('tr')!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
const titles = () => rowsInOrder().map(([, title]) => title);

test('S2B-02 S2H-01 S2H-02 the list has the categories in the order of the tree, with parent, products and date', async () => {
  await openCategories();

  await screen.findByText('Showing 1–4 of 4');
  expect(titles()).toEqual(['Élan', 'Streaming', 'Musique', 'Vinyl']);
  expect(rowsInOrder()[2]!.slice(0, 4)).toEqual(['#2', 'Musique', 'Streaming', '2']);
  expect(rowsInOrder()[2]![5]).toBe('Jan 01, 2026');
  expect(rowsInOrder()[1]!.slice(2, 4)).toEqual(['', '3']);
});

test('D-15 the page of a parent category shows the products of the categories below it, each once, as many as the list says', async () => {
  const { user } = await openCategories();

  await user.click(await screen.findByRole('button', { name: 'Open category Streaming' }));

  expect(await screen.findByText('3 products')).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Deezer',
    'Netflix',
    'Spotify',
  ]);
  expect(screen.getByRole('link', { name: 'Musique 2' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/admin/categories/1/edit');
});

test('S2H-01 a search ignores accents; filters by parent and by the active switch are kept in the URL', async () => {
  const { user, address, go } = await openCategories();
  await screen.findByText('Showing 1–4 of 4');

  await user.type(screen.getByRole('searchbox', { name: 'Search categories' }), 'elan{Enter}');
  await waitFor(() => expect(titles()).toEqual(['Élan']));

  await go('/admin/categories?parent=1');
  await waitFor(() => expect(titles()).toEqual(['Musique']));
  await go('/admin/categories?parent=none&active=no');
  await waitFor(() => expect(titles()).toEqual(['Élan']));
  await go('/admin/categories?active=yes');
  await waitFor(() => expect(titles()).toEqual(['Streaming', 'Musique', 'Vinyl']));
  expect(address()).toBe('/admin/categories?active=yes');
});

test('S2H-03 the active switch works offline and is queued', async () => {
  const { user, server, db } = await openCategories();
  const active = await screen.findByRole<HTMLInputElement>('switch', { name: 'Musique is active' });
  await server.goOffline();

  await user.click(active);

  await waitFor(() => expect(active.checked).toBe(false));
  expect(await waitingIn(db)).toMatchObject([{ kind: 'category.active', args: { category_id: 2, is_active: false } }]);
  expect(toastTexts()).toEqual(['Saved on this device. It will be sent when you are connected.']);
  expect(await screen.findByTitle('Waiting to be sent')).toBeTruthy();
});

test('S2H-03 a refused switch goes back, and the toast says why', async () => {
  const { user, db } = await openCategories();
  const active = await screen.findByRole<HTMLInputElement>('switch', { name: 'Musique is active' });
  await user.click(active);
  await waitFor(() => expect(active.checked).toBe(false));

  await park(db, 'category.active', 'failed', { code: 'FORBIDDEN', status: 403 } as never);

  await waitFor(() => expect(active.checked).toBe(true));
  await waitFor(() =>
    expect(toastTexts()).toEqual(['The category could not be switched off. · You are not authorized to do this.']),
  );
});

test('S2H-06 a category moves up and down by its buttons, also offline, and the button keeps the focus', async () => {
  const { user, server, db } = await openCategories();
  await screen.findByText('Showing 1–4 of 4');
  await server.goOffline();

  const down = screen.getByRole('button', { name: 'Move Élan down' });
  await user.click(down);

  await waitFor(() => expect(titles()).toEqual(['Streaming', 'Musique', 'Vinyl', 'Élan']));
  expect(await waitingIn(db)).toMatchObject([{ kind: 'category.move', args: { category_id: 3, before_id: null } }]);
  expect(document.activeElement).toBe(down);
  expect(down.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('\u2068Élan\u2069: place 2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Move Élan up' }));
  await waitFor(() => expect(titles()).toEqual(['Élan', 'Streaming', 'Musique', 'Vinyl']));
  expect(await waitingIn(db)).toMatchObject([{ kind: 'category.move', args: { category_id: 3, before_id: 1 } }]);
});

test('S2H-05 S2H-06 on a phone, the menu of a card moves the category and opens the popup, and the focus stays on the menu', async () => {
  showOnPhone();
  const { user, db, address } = await openCategories();
  const menu = await screen.findByRole('button', { name: 'Actions for Élan' });

  await user.click(menu);
  expect(screen.getByRole<HTMLButtonElement>('menuitem', { name: 'Move up' }).disabled).toBe(true);
  await user.click(await screen.findByRole('menuitem', { name: 'Move down' }));

  await waitFor(() => expect(titles()).toEqual(['Streaming', 'Musique', 'Vinyl', 'Élan']));
  expect(await waitingIn(db)).toMatchObject([{ kind: 'category.move', args: { category_id: 3, before_id: null } }]);
  expect(document.activeElement).toBe(menu);
  expect(screen.getByText('\u2068Élan\u2069: place 2')).toBeTruthy();

  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(await screen.findByRole('dialog', { name: 'Edit category' })).toBeTruthy();
  expect(address()).toBe('/admin/categories?edit=3');
});

test('S2H-06 the storefront shows the categories in their order of display', async () => {
  const { db, go } = await openCategories();
  await db.categories.update(1, { position: 0 });
  await db.categories.update(3, { position: 1, is_active: true });

  await go('/admin/catalogue');

  await waitFor(() =>
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Streaming3', 'Élan0']),
    ),
  );
  const names = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names.indexOf('Streaming3')).toBeLessThan(names.indexOf('Élan0'));
});
