import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openHelpDesk } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { amina } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

/** Opens the catalogue with the app's own routes. */
async function openCatalogue() {
  const { db } = await openHelpDesk(amina);
  await db.setFact('lastSyncAt', Date.now());
  const router = await openRoute('/user/catalogue');
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  return { router, menu, user: userEvent.setup() };
}

test('the focus moves to the start of each page that is opened, also of the first one when it is opened again', async () => {
  const { router } = await openCatalogue();

  for (const page of ['/user/orders', '/user/catalogue'] as const) {
    screen.getByRole('button', { name: 'Menu' }).focus();
    await act(() => router.navigate({ to: page }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  }
});

test('from the start of a page, Shift+Tab leads to a link to the start of the menu', async () => {
  const { menu, user } = await openCatalogue();
  screen.getByRole('main').focus();

  await user.tab({ shift: true });
  expect(document.activeElement?.getAttribute('href')).toBe('#menu');
  await user.keyboard('{Enter}');

  expect(document.activeElement).toBe(menu.getByRole('link', { name: 'Dashboard' }));
});
