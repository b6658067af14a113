import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, signIn } from '../../src/client/api/session.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { answerAll, button, field, openPage } from '../support/guest-pages.tsx';

beforeEach(() => activateLocale('en'));

afterEach(() => {
  cleanup();
  forgetSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('C-29 a guest who has forgotten the password requests a link; the answer is the same for every address', async () => {
  const fetchStub = answerAll(200, { code: 'SUCCESS' });
  const { user, router } = await openPage('/auth/login');
  await user.type(await field('E-mail'), 'amina@example.test');
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/auth/password-forgotten');

  await user.click(await button('Send the link'));

  expect(await screen.findByRole('heading', { name: 'Check your e-mail' })).toBeTruthy();
  expect(screen.getByText(/has an account, an e-mail with a link is on its way/).textContent).toContain('amina@');
  expect(fetchStub.mock.calls.map(([url]) => url)).toEqual(['/api/auth/password/forgot']);
  expect(JSON.parse(fetchStub.mock.calls[0]![1].body as string)).toEqual({ email: 'amina@example.test', locale: 'en' });
});

test('C-29 too many requests for a link are refused in words that fit', async () => {
  answerAll(429, { code: 'TOO_MANY_REQUESTS', message: '' }, { 'retry-after': '3000' });
  const { user } = await openPage('/auth/password-forgotten');

  await user.click(await button('Send the link'));
  expect(await screen.findByText('E-mail is required.')).toBeTruthy();
  await user.type(await field('E-mail'), 'amina@example.test');
  await user.click(await button('Send the link'));

  expect(await screen.findByText('Too many attempts. Please try again later.')).toBeTruthy();
});

test('C-29 S5-03 the link of the e-mail sets a new password; a weak one is refused before it is sent', async () => {
  const fetchStub = answerAll(200, { code: 'SUCCESS' });
  const { user, router } = await openPage('/auth/password-reset?token=from-the-mail');
  const password = await field('New password');
  expect(password.getAttribute('autocomplete')).toBe('new-password');
  await user.type(password, 'short');
  await user.click(await button('Save the password'));
  expect(await screen.findByText('New password must have at least 8 characters.')).toBeTruthy();
  expect(fetchStub).not.toHaveBeenCalled();

  await user.type(password, '-no-more');
  await user.click(await button('Save the password'));

  expect(await screen.findByRole('heading', { name: 'Your password is changed' })).toBeTruthy();
  expect(JSON.parse(fetchStub.mock.calls[0]![1].body as string)).toEqual({
    token: 'from-the-mail',
    password: 'short-no-more',
  });
  expect(router.state.location.href).not.toContain('short');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/auth/login');
});

test('C-29 an old link to a new password says so and leads to a new one', async () => {
  answerAll(422, { code: 'INVALID_FIELDS', message: '', errors: { token: ['invalid'] } });
  const { user } = await openPage('/auth/password-reset?token=old');
  await user.type(await field('New password'), 'a-long-horse');

  await user.click(await button('Save the password'));

  expect(await screen.findByText(/This link no longer works/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/auth/password-forgotten');
});

test('C-29 a signed-in user who opens the link to a new address is led back to the settings', async () => {
  signIn({ user: { id: 7, name: 'Amina', email: 'amina@example.test', role: 'user' }, token: 'token' });
  answerAll(200, { code: 'SUCCESS' });

  await openPage('/auth/email-confirmation?token=new');

  expect(await screen.findByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/dashboard/settings');
});
