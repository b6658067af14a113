import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anAccountOf, storedTexts } from '../support/people-office.tsx';
import { agents, openSettings } from '../support/settings.tsx';
import { amina, anAccount, sara, toastTexts, type Script } from '../support/storefront.tsx';

const password = 'correct horse battery';
const newPassword = 'another good phrase';
const done: Script = () => [200, { code: 'SUCCESS' }];
const invalid =
  (errors: Record<string, string[]>): Script =>
  () => [422, { code: 'INVALID_FIELDS', errors }];

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('C-29 a user changes the own name, and the page shows it once it is synced', async () => {
  const profile = { locale: 'en', muted_mail: [] };
  const user = anAccountOf({ name: 'Amina H.' });
  const {
    sent,
    change,
    user: presses,
    receive,
  } = await openSettings({
    'POST /api/auth/profile': () => [200, { code: 'SUCCESS', user, profile }],
  });
  const dialog = await change('name');
  const field = dialog.getByLabelText<HTMLInputElement>('Name');
  expect([field.value, field.autocomplete]).toEqual(['Amina Haddad', 'name']);

  await presses.clear(field);
  await presses.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Name is required.')).toBeTruthy();
  await presses.type(field, 'Amina H.');
  await presses.click(dialog.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(toastTexts()).toEqual(['Name saved']));
  expect(sent('POST', '/api/auth/profile').map(({ body }) => body)).toEqual([{ name: 'Amina H.' }]);
  await receive('account', { ...anAccount(98.5), name: 'Amina H.' });
  expect(await screen.findByText('Amina H.')).toBeTruthy();
});

test('C-29 a new e-mail waits for its link, and the page says which address is valid until then', async () => {
  const { change, user, receive, sent } = await openSettings();
  const dialog = await change('e-mail');
  await user.type(dialog.getByLabelText('New e-mail'), 'Amina@Elsewhere.test');
  await user.type(dialog.getByLabelText('Current password'), password);

  await user.click(dialog.getByRole('button', { name: 'Send the link' }));

  const notice = (await screen.findByText('Confirm your new e-mail')).closest('[role=status]')!;
  expect(notice.textContent).toContain('amina@elsewhere.test');
  expect(notice.textContent).toContain(`log in with ${amina.email}`);
  expect(sent('POST', '/api/auth/email')[0]!.body).toEqual({
    email: 'Amina@Elsewhere.test',
    current_password: password,
  });
  await receive('account', { ...anAccount(98.5), email: 'amina@elsewhere.test' });
  await waitFor(() => expect(screen.queryByText('Confirm your new e-mail')).toBeNull());
});

test('C-29 S5-04 a taken address and a wrong password stand under their fields', async () => {
  const errors = { email: ['unique'], current_password: ['invalid'] };
  const { change, user } = await openSettings({ 'POST /api/auth/email': invalid(errors) });
  const dialog = await change('e-mail');
  await user.type(dialog.getByLabelText('New e-mail'), 'karim@example.test');
  await user.type(dialog.getByLabelText('Current password'), 'a guess');

  await user.click(dialog.getByRole('button', { name: 'Send the link' }));

  expect(await dialog.findByText('New e-mail is already taken.')).toBeTruthy();
  expect(dialog.getByText('Current password is not valid.')).toBeTruthy();
});

test('C-29 S5-03 S9-11 a weak password is refused before it is sent, a common one by the server', async () => {
  const { change, user, sent } = await openSettings(
    { 'POST /api/auth/password': invalid({ password: ['too_common'] }) },
    sara,
  );
  const dialog = await change('password');
  const [current, next] = [dialog.getByLabelText('Current password'), dialog.getByLabelText('New password')];
  expect([current, next].map((field) => field.getAttribute('autocomplete'))).toEqual([
    'current-password',
    'new-password',
  ]);
  await user.type(current, password);
  await user.type(next, 'short');
  await user.click(dialog.getByRole('button', { name: 'Change password' }));
  expect(await dialog.findByText('New password must have at least 8 characters.')).toBeTruthy();
  expect(sent('POST', '/api/auth/password')).toEqual([]);

  await user.type(next, 'word');
  await user.click(dialog.getByRole('button', { name: 'Change password' }));

  expect(await dialog.findByText('New password is too easy to guess. Choose another one.')).toBeTruthy();
});

test('C-29 OF-17 a changed password is in no store, and the list of devices is requested again', async () => {
  const { change, user, db, sent, address } = await openSettings({ 'POST /api/auth/password': done });
  const dialog = await change('password');
  await user.type(dialog.getByLabelText('Current password'), password);
  await user.type(dialog.getByLabelText('New password'), newPassword);
  // A draft would be stored 300 ms after the last key.
  await new Promise((resolve) => setTimeout(resolve, 400));
  const stored = (await storedTexts(db)) + address();
  expect(stored).not.toContain(password);
  expect(stored).not.toContain(newPassword);

  await user.click(dialog.getByRole('button', { name: 'Change password' }));

  await waitFor(() => expect(toastTexts()).toEqual(['Password changed · Your other devices are logged out.']));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(sent('GET', '/api/auth/sessions')).toHaveLength(2));
});

test('C-29 the devices of a session are named, this one first, and another one is logged out after a question', async () => {
  const { user, sent } = await openSettings({ 'DELETE /api/auth/sessions/3': done });
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Edge on WindowsThis device/);
  expect(lines[1]).toMatch(/^Safari on iPhone.*192\.0\.2\.3/);
  expect(lines[2]).toMatch(/^curl/);

  await user.click(await button('Log out Safari on iPhone'));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByRole('heading').textContent).toContain('Safari on iPhone');
  expect(sent('DELETE', '/')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Log out' }));

  await waitFor(() => expect(toastTexts()).toEqual(['Device logged out']));
  expect(sent('DELETE', '/').map(({ path }) => path)).toEqual(['/api/auth/sessions/3']);
  expect(sent('GET', '/api/auth/sessions')).toHaveLength(2);
});

test('C-29 all other devices are logged out; one that has ended before is no error, a failure is shown', async () => {
  const answers: Record<string, Script> = {
    'DELETE /api/auth/sessions/3': () => [404, { code: 'NOT_FOUND' }],
    'DELETE /api/auth/sessions/2': () => [500, { code: 'ERROR' }],
  };
  const { user, sent } = await openSettings(answers);
  await user.click(await button('Log out all other devices'));
  const question = within(await screen.findByRole('alertdialog'));

  await user.click(question.getByRole('button', { name: 'Log out' }));

  expect(await question.findByRole('alert')).toBeTruthy();
  expect(sent('DELETE', '/').map(({ path }) => path)).toEqual(['/api/auth/sessions/3', '/api/auth/sessions/2']);
  answers['DELETE /api/auth/sessions/2'] = done;
  await user.click(question.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(toastTexts()).toEqual(['All other devices are logged out']));
});

test('C-29 offline every change of the account is disabled with the reason, and what was loaded stays', async () => {
  const { server } = await openSettings();
  await screen.findByRole('switch', { name: 'Delivered orders' });

  await server.goOffline();

  const names = ['Change your name', 'Change your e-mail', 'Change your password', 'Log out all other devices'];
  for (const name of [...names, 'Log out Safari on iPhone']) {
    const control = await button(name);
    await waitFor(() => expect(control.disabled).toBe(true));
    expect(document.getElementById(control.getAttribute('aria-describedby')!)?.textContent).toContain('offline');
  }
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Delivered orders' }).disabled).toBe(true);
  expect(screen.getByText('Edge on Windows')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Licences/ })).toBeNull();
});

/** The offer that Chromium sends; counts how often the app has shown it. */
function offerInstallation() {
  const prompt = vi.fn<() => Promise<{ outcome: string }>>(() => Promise.resolve({ outcome: 'accepted' }));
  window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  return prompt;
}

test('OF-24 the browser’s own question installs the app, once; without one the steps are shown', async () => {
  const { keepInstallOffer } = await import('../../src/client/ui/install-offer.ts');
  keepInstallOffer();
  const prompt = offerInstallation();
  const { user } = await openSettings();

  await user.click(await button('Install'));

  await waitFor(() => expect(prompt).toHaveBeenCalledTimes(1));
  expect(await screen.findByText('Open the menu of your browser.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
});

test('OF-24 an iPhone shows its own steps and why to install; the installed app shows neither', async () => {
  using agent = vi.spyOn(navigator, 'userAgent', 'get');
  agent.mockReturnValue(agents.phone);
  const { close } = await openSettings();
  expect(screen.getByText('Choose “Add to Home Screen”.')).toBeTruthy();
  expect(screen.getByText(/An installed app keeps its data/)).toBeTruthy();
  close();

  const follow = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(display-mode: standalone)', ...follow }));
  await openSettings();
  expect(screen.queryByText('Install the app')).toBeNull();
});
