import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { forgetSession, endRefusedSession, signedInPerson, signIn } from '../../src/client/api/session.ts';
import { safePath } from '../../src/client/app/guards.ts';
import { loadInTime, makeRouter } from '../../src/client/app/routes.tsx';
import { pathOf, routePaths } from '../../src/client/app/paths/route-names.ts';
import { watchSession } from '../../src/client/app/watch-session.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { answerAll, button, field, openPage } from '../support/guest-pages.tsx';

vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

const amina = { id: 7, name: 'Amina Haddad', email: 'amina@example.test', role: 'user' as const };
const sara = { id: 2, name: 'Sara Belhaj', email: 'sara@example.test', role: 'admin' as const };

beforeEach(() => activateLocale('en'));

afterEach(() => {
  cleanup();
  forgetSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The path on which a guest, or `person`, ends up after opening an address. */
async function finalPath(address: string, person?: typeof amina | typeof sara): Promise<string> {
  if (person) signIn({ user: person, token: 'token' });
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  return router.state.location.href;
}

test.each([
  ['/', amina, '/dashboard/user'],
  ['/', sara, '/dashboard/admin'],
  ['/dashboard', sara, '/dashboard/admin'],
  ['/auth/login', amina, '/dashboard/user'],
  ['/auth/register', sara, '/dashboard/admin'],
  ['/auth/login?redirect=/user/orders', amina, '/user/orders'],
  ['/auth/login?redirect=https://evil.test', amina, '/dashboard/user'],
  ['/admin/tickets', amina, '/dashboard/user'],
  ['/user/orders', sara, '/dashboard/admin'],
  ['/dashboard/admin', amina, '/dashboard/user'],
  ['/dashboard/user', amina, '/dashboard/user'],
  ['/dashboard/user', sara, '/dashboard/admin'],
])(
  'S2A-04 S2A-05 S2A-06 S2A-08 S2A-10 S2A-11 S2A-12 S2B-17 S6-02 %s leads %o to the right page',
  async (address, person, place) => {
    expect(await finalPath(address, person)).toBe(place);
  },
);

test.each([
  ['/', '/auth/login'],
  ['/dashboard', '/auth/login'],
  ['/user/orders?page=2', '/auth/login?redirect=/user/orders?page=2'],
  ['/dashboard/user', '/auth/login?redirect=/dashboard/user'],
  ['/admin/tickets', '/auth/login?redirect=/admin/tickets'],
])('S2A-07 S2B-01 a guest who opens %s is led to %s', async (address, place) => {
  expect(decodeURIComponent(await finalPath(address))).toBe(place);
});

test('S2A-07 a crafted link leads to no other site', () => {
  expect(
    ['//evil.test', 'https://evil.test', '/\\evil.test', 'javascript:alert(1)', undefined, 7].map(safePath),
  ).toEqual(Array.from({ length: 6 }, () => null));
  expect(safePath('/user/orders?page=2')).toBe('/user/orders?page=2');
});

test('S2A-13 the routes of the sidebar have their fixed names', () => {
  expect(Object.keys(routePaths)).toEqual(
    expect.arrayContaining([
      'pages.admin.orders',
      'pages.admin.products',
      'pages.admin.categories',
      'pages.admin.users',
      'pages.admin.tickets',
      'settings',
      'pages.user.orders',
      'pages.user.tickets',
      'pages.admin.categories.show',
      'pages.user.categories.show',
    ]),
  );
  expect(pathOf('pages.user.categories.show', 12)).toBe('/user/categories/12');
});

test('S5-01 S2A-01 an empty sign-in shows an error under each field, without a call', async () => {
  const fetchStub = answerAll(200, {});
  const { user } = await openPage('/auth/login');

  await user.click(await button('Log in'));

  expect(await screen.findByText('E-mail is required.')).toBeTruthy();
  expect(screen.getByText('Password is required.')).toBeTruthy();
  expect((await field('E-mail')).getAttribute('aria-invalid')).toBe('true');
  expect(fetchStub).not.toHaveBeenCalled();
});

test.each([
  [401, { code: 'INVALID_CREDENTIALS', message: '' }, 'Invalid e-mail or password.'],
  [401, { code: 'ACCOUNT_NOT_ACTIVE', message: '', details: { reason: 'disabled' } }, 'Your account is not active.'],
  [429, { code: 'TOO_MANY_REQUESTS', message: '' }, 'Too many login attempts. Please try again later.'],
  [500, { code: 'ERROR', message: '' }, 'Something went wrong. Please try again.'],
])('S8-02 S8-04 S8-05 a sign-in that is answered with %i shows the reason', async (status, body, words) => {
  answerAll(status, body);
  const { user } = await openPage('/auth/login');

  await user.type(await field('E-mail'), 'amina@example.test');
  await user.type(await field('Password'), 'wrong-horse');
  await user.click(await button('Log in'));

  expect(await screen.findByText(words)).toBeTruthy();
  expect(signedInPerson()).toBeNull();
});

test('S3-19 a login sends e-mail and password', async () => {
  const fetchStub = answerAll(401, { code: 'INVALID_CREDENTIALS', message: '' });
  const { user } = await openPage('/auth/login');

  await user.type(await field('E-mail'), 'amina@example.test');
  await user.type(await field('Password'), 'right-horse');
  await user.click(await button('Log in'));

  await waitFor(() => expect(fetchStub).toHaveBeenCalledTimes(1));
  const [address, { body }] = fetchStub.mock.calls[0]!;
  expect(address).toMatch(/\/api\/auth\/login$/);
  expect(JSON.parse(body as string)).toEqual({ email: 'amina@example.test', password: 'right-horse', locale: 'en' });
});

test.each([
  ['/auth/login', 'Log in'],
  ['/auth/register', 'Create the account'],
])('OF-04 without a connection %s cannot be sent, says why, and keeps what was typed', async (address, name) => {
  const { user } = await openPage(address);
  await user.type(await field('E-mail'), 'amina@example.test');
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => line.mockRestore());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  window.dispatchEvent(new Event('offline'));

  const reason = await screen.findByText('You are offline. This needs a connection.');
  const send = await button(name);
  expect(send).toHaveProperty('disabled', true);
  expect(send.getAttribute('aria-describedby')).toBe(reason.closest('p')?.id);
  answerAll(200, { status: 'ok', version: 'test' });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(send).toHaveProperty('disabled', false));
  expect((await field('E-mail')) as HTMLInputElement).toHaveProperty('value', 'amina@example.test');
});

test('S8-02 a user with an unconfirmed address is offered the e-mail again', async () => {
  answerAll(401, { code: 'ACCOUNT_NOT_ACTIVE', message: '', details: { reason: 'unconfirmed' } });
  const { user } = await openPage('/auth/login');

  await user.type(await field('E-mail'), 'amina@example.test');
  await user.type(await field('Password'), 'right-horse');
  await user.click(await button('Log in'));

  const link = await screen.findByRole('link', { name: 'Send the e-mail again' });
  expect(link.getAttribute('href')).toContain('/auth/email-confirmation?email=amina');
});

test('S3-19 S4-17 S2A-02 S5-04 S8-03 after the registration the page about the e-mail opens; a taken address is an error under its field', async () => {
  answerAll(422, { code: 'INVALID_FIELDS', message: '', errors: { email: ['unique'] } });
  const { user, router } = await openPage('/auth/register');

  await user.type(await field('Name'), 'Amina');
  await user.type(await field('E-mail'), 'amina@example.test');
  await user.type(await field('Password'), 'a-long-horse');
  await user.click(await button('Create the account'));
  expect(await screen.findByText('E-mail is already taken.')).toBeTruthy();

  const fetchStub = answerAll(200, { code: 'SUCCESS' });
  await user.clear(await field('E-mail'));
  await user.type(await field('E-mail'), 'amina2@example.test');
  await user.click(await button('Create the account'));

  expect(await screen.findByRole('heading', { name: 'Check your e-mail' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/auth/email-confirmation');
  expect(JSON.parse(fetchStub.mock.calls[0]![1].body as string)).toEqual({
    name: 'Amina',
    email: 'amina2@example.test',
    password: 'a-long-horse',
    locale: 'en',
  });
});

test('S2A-03 the link in the e-mail activates the account; for an old link the page says so and offers a new e-mail', async () => {
  answerAll(422, { code: 'INVALID_FIELDS', message: '', errors: { token: ['invalid'] } });
  await openPage('/auth/email-confirmation?token=old');
  expect(await screen.findByText(/This link no longer works/)).toBeTruthy();
  expect(await button('Send a new link')).toBeTruthy();
  // The e-mail did arrive.
  expect(screen.queryByText('No e-mail?')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to the login' })).toBeTruthy();
  cleanup();

  answerAll(200, { code: 'SUCCESS' });
  await openPage('/auth/email-confirmation?token=new');
  expect(await screen.findByRole('heading', { name: 'Your account is active' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/auth/login');
});

test('S2A-14 an unknown address shows “Page not found” and a link back', async () => {
  await openPage('/nowhere/at/all');

  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the login page' })).toBeTruthy();
});

test('S8-01 after the end of a session the login page opens, says so, and keeps the way back', async () => {
  signIn({ user: amina, token: 'old' });
  const leave = vi.fn<(address: string) => void>();
  watchSession(leave);

  endRefusedSession('old');

  await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
  expect(leave.mock.calls[0]![0]).toMatch(/^\/auth\/login\?redirect=.*&expired=1$/);
  await openPage('/auth/login?expired=1');
  await waitFor(() => expect(screen.getByText('Your session has expired. Please log in.')).toBeTruthy());
});

test('S9-19 a part of the app that does not load in time ends in an error instead of an endless wait', async () => {
  const never = new Promise<never>(() => undefined);

  await expect(loadInTime(never, 10)).rejects.toThrow('Failed to fetch');
  await expect(loadInTime(Promise.resolve('here'), 10)).resolves.toBe('here');
});

test('S2A-01 the login page shows a drawing of orders beside the form, not to screen readers', async () => {
  await openPage('/auth/login');

  const name = await screen.findByText('Gift card');

  expect(name.closest('[aria-hidden=true]')?.textContent).toContain('Processing');
});
