import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MailScreen } from '../../src/client/features/mail/mail-screen.tsx';
import { ShopSettingsScreen } from '../../src/client/features/shop/shop-settings-screen.tsx';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { windowLimits } from '../../src/contract/windows.ts';
import { openPeopleOffice, visitPeople } from '../support/people-office.tsx';
import { openDevice, sara, visit } from '../support/storefront.tsx';

const region = (name: string) => screen.findByRole('region', { name });
const placeholdersIn = (part: HTMLElement) => part.querySelectorAll('[data-skeleton]').length;

/** Opens a page whose data the server never sends. */
async function openWithoutAnswer(path: string, Screen: () => React.ReactNode): Promise<void> {
  const { server } = await openDevice(sara);
  await server.goOnline(({ path: asked }) =>
    /\/api\/(shop|mail)/.test(asked) ? new Promise(() => {}) : [200, { status: 'ok' }],
  );
  await expect.poll(isOnline).toBe(true);
  visit(path, { [path]: Screen });
}

test('S2U-03 S2U-06 until the settings of the shop arrive, their panels have placeholders of their fields', async () => {
  await openWithoutAnswer('/admin/settings', ShopSettingsScreen);

  const records = await region('Records on devices');
  expect(placeholdersIn(records)).toBeGreaterThanOrEqual(3 * Object.keys(windowLimits).length);
  expect(placeholdersIn(await region('Name, colour, opening hours and goals'))).toBeGreaterThan(20);
  expect(placeholdersIn(await region('Logo'))).toBeGreaterThan(2);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('S2U-05 until the texts of e-mails arrive, their panels have placeholders of their fields', async () => {
  await openWithoutAnswer('/admin/settings/mail', MailScreen);

  expect(placeholdersIn(await region('Sender'))).toBeGreaterThanOrEqual(6);
  expect(placeholdersIn(await region('Texts'))).toBeGreaterThan(10);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('S2B-15 until the server answers, the page of a user has the names of its facts and placeholders of its rows', async () => {
  await openPeopleOffice(undefined, { script: () => new Promise(() => {}) });
  visitPeople('/admin/users/999');

  const profile = within(await region('Profile'));
  for (const name of ['Name', 'E-mail', 'Username', 'Last login', 'Created'])
    expect(profile.getByText(name)).toBeTruthy();
  expect(placeholdersIn(await region('Balance'))).toBe(1 + 8 * 3);
  expect(placeholdersIn(await region('Activity by day'))).toBe(7);
  expect(placeholdersIn(await region('Orders'))).toBe(5 * 3);
});
