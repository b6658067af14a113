import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPeopleOffice, serverOf, storedTexts, visitPeople } from '../support/people-office.tsx';
import { amina, openDevice, toastTexts, type Script } from '../support/storefront.tsx';

const pin = '8260471';
const password = 'correct horse battery';
const pinField = () => screen.findByLabelText<HTMLInputElement>('New PIN');
const passwordField = () => screen.getByLabelText<HTMLInputElement>('Current password');
const save = () => screen.getByRole('button', { name: 'Save PIN' });

const settingPin = (answer: Script): Script =>
  serverOf([], (asked) => (asked.path === '/api/auth/pin' ? answer(asked) : null));

async function openSettings(script: Script, address = '/dashboard/settings') {
  const device = await openPeopleOffice(undefined, { script });
  const page = visitPeople(address);
  await pinField();
  const sent = () => device.server.requests.filter(({ path }) => path === '/api/auth/pin');
  const fill = async () => {
    await page.user.type(passwordField(), password);
    await page.user.type(await pinField(), pin);
  };
  return { ...device, ...page, sent, fill };
}

test('C-13 an admin sets a PIN with the password, and both fields are emptied', async () => {
  const { user, sent, fill } = await openSettings(settingPin(() => [200, { code: 'SUCCESS' }]));
  await fill();

  await user.click(save());

  await waitFor(() => expect(toastTexts()).toEqual(['PIN saved']));
  expect(sent().map(({ body }) => body)).toEqual([{ password, pin }]);
  await waitFor(async () => expect([passwordField().value, (await pinField()).value]).toEqual(['', '']));
});

test('OF-17 neither the PIN nor the password is in any store of the device while it is typed and sent', async () => {
  const answer = Promise.withResolvers<void>();
  const { db, user, fill } = await openSettings(
    settingPin(async () => answer.promise.then(() => [200, { code: 'SUCCESS' }])),
  );
  await fill();
  // A draft would be stored 300 ms after the last key.
  await new Promise((resolve) => setTimeout(resolve, 400));
  await user.click(save());

  const stored = await storedTexts(db);

  expect(stored).not.toContain(pin);
  expect(stored).not.toContain(password);
  answer.resolve();
  await expect.poll(toastTexts).toHaveLength(1);
});

test('S5-07 S5-08 S9-11 password and PIN are required, and a short PIN is refused before it is sent', async () => {
  const { user, sent } = await openSettings(settingPin(() => [200, { code: 'SUCCESS' }]));
  await user.click(save());
  expect(await screen.findByText('Current password is required.')).toBeTruthy();
  expect(screen.getByText('New PIN is required.')).toBeTruthy();

  await user.type(await pinField(), '123');

  expect(await screen.findByText('New PIN must have at least 4 characters.')).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('S5-08 D-7 a wrong password and a PIN that is too common stand under their fields', async () => {
  const errors = { password: ['invalid'], pin: ['too_common'] };
  const { user, fill } = await openSettings(settingPin(() => [422, { code: 'INVALID_FIELDS', errors }]));
  await fill();

  await user.click(save());

  expect(await screen.findByText('Current password is not valid.')).toBeTruthy();
  expect(screen.getByText('New PIN is too easy to guess. Choose another one.')).toBeTruthy();
  expect((await pinField()).value).toBe('');
});

const reasons: [string, RegExp][] = [
  ['locked', /A new PIN can be used at once\.$/],
  ['disabled', /^Your PIN is disabled after ten wrong attempts\./],
  ['pin_not_set', /^You have not set a PIN yet\.$/],
];
test.each(reasons)('D-7 the settings say why a PIN was refused: %s', async (reason, said) => {
  await openSettings(
    settingPin(() => 'lost'),
    `/dashboard/settings?pin=${reason}`,
  );

  expect(screen.getByText(said)).toBeTruthy();
});

test('C-13 offline a PIN cannot be set, and a customer has none', async () => {
  const { server, close } = await openSettings(settingPin(() => 'lost'));
  await server.goOffline();
  await waitFor(() => expect(save()).toHaveProperty('disabled', true));
  expect(document.getElementById('pin-offline')).not.toBeNull();
  close();

  await openDevice(amina);
  visitPeople('/dashboard/settings');

  await screen.findByRole('heading', { name: 'Settings' });
  expect(screen.queryByLabelText('New PIN')).toBeNull();
});
