import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openHelpDesk, setWidth } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { aCategory, amina, sara } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

test('on the page of a category the tab of the catalogue is the current one', async () => {
  const { db } = await openHelpDesk(amina, { categories: [aCategory(1, 'A')] });
  await db.setFact('lastSyncAt', Date.now());
  setWidth(360);
  await openRoute('/user/categories/1');
  const tabs = within(await screen.findByRole('navigation', { name: 'Tabs' }));

  expect(tabs.getByRole('link', { name: 'Catalogue' }).getAttribute('aria-current')).toBe('true');
  expect(tabs.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBeNull();
});

test.each(['admin', 'user'] as const)(
  'S2C-14 on the page of a category the sidebar of the role %s has its parent open and the category marked',
  async (role) => {
    const parents = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, at) => aCategory(at + 1, name));
    const children = [aCategory(7, 'Of A', { parent_id: 1 }), aCategory(8, 'Of F', { parent_id: 6 })];
    const categories = [...parents, ...children];
    const { db } = await openHelpDesk(role === 'admin' ? sara : amina, { categories });
    await db.setFact('lastSyncAt', Date.now());
    const router = await openRoute(`/${role}/categories/8`);
    const user = userEvent.setup();
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
    const list = within(await menu.findByRole('list', { name: 'Categories' }));
    await list.findByText('Of F');
    const shown = () => list.queryAllByRole('link').map(({ textContent }) => textContent);
    const current = () => list.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);

    expect(shown()).toEqual(['A0', 'B0', 'C0', 'D0', 'F0', 'Of F0']);
    expect(current()).toEqual(['Of F0']);
    expect(menu.getByRole('button', { name: 'Show more (1)' })).toBeTruthy();
    await user.click(menu.getByRole('button', { name: 'Hide what is in F' }));
    expect(shown()).toEqual(['A0', 'B0', 'C0', 'D0', 'F0']);

    await act(() => router.navigate({ to: `/${role}/categories/7` }));
    await waitFor(() => expect(shown()).toEqual(['A0', 'Of A0', 'B0', 'C0', 'D0']));
    expect(current()).toEqual(['Of A0']);
  },
);
