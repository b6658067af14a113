import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, signIn } from '../../src/client/api/session.ts';
import { keepLanguageTold } from '../../src/client/app/tell-language.ts';
import { signInWith } from '../../src/client/features/auth/sign-in.ts';
import { probe, watchConnectivity } from '../../src/client/sync/connectivity.ts';
import { activate } from '../../src/client/text/activate.ts';

const amina = { id: 7, name: 'Amina', email: 'amina@example.test', role: 'user' as const };

const at = '2026-01-01T00:00:00.000Z';
const details = { fullname: amina.name, username: null, role_id: 3, is_active: true, balance: 0, order_count: 0 };
const visits = { login_times: 1, last_login_at: at, last_action_at: at, created_at: at, updated_at: at };
const user = { ...amina, ...details, ...visits };
/** What a sign-in and a changed profile are answered with. */
const profile = { locale: 'en', muted_mail: [] };
const signedIn = { code: 'SUCCESS', user, profile, data: { user, token: 'token' } };

let calls: [path: string, body: Record<string, unknown>][] = [];
let isAway = false;
let stops: (() => void)[] = [];

beforeEach(async () => {
  await activate('en');
  [calls, isAway] = [[], false];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (isAway) throw new TypeError('Failed to fetch');
    calls.push([path, init.body ? JSON.parse(init.body as string) : {}]);
    return Response.json(path === '/health' ? { status: 'ok', version: 'test' } : signedIn);
  });
  stops = [watchConnectivity()];
});

afterEach(() => {
  for (const stop of stops) stop();
  forgetSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const told = () => calls.filter(([path]) => path === '/api/auth/profile').map(([, body]) => body);

test('the server hears of the language of a device once, and of each change', async () => {
  signIn({ user: amina, token: 'token' });
  stops.push(keepLanguageTold());
  await expect.poll(told).toEqual([{ locale: 'en' }]);
  stops.push(keepLanguageTold());

  await activate('fr');
  await activate('ar');

  await expect.poll(() => told().at(-1)).toEqual({ locale: 'ar' });
  expect(told().filter(({ locale }) => locale === 'en')).toHaveLength(1);
});

test('a language that is chosen without a connection is told when it is back', async () => {
  signIn({ user: amina, token: 'token' });
  stops.push(keepLanguageTold());
  await expect.poll(told).toEqual([{ locale: 'en' }]);
  isAway = true;
  await activate('fr');
  await probe();
  expect(told()).toHaveLength(1);

  isAway = false;
  await probe();

  await expect.poll(told).toEqual([{ locale: 'en' }, { locale: 'fr' }]);
});

test('signing in tells the language with it, and a guest tells none', async () => {
  stops.push(keepLanguageTold());
  await activate('fr');

  expect(await signInWith({ email: amina.email, password: 'kept-in-a-safe' })).toBeNull();
  stops.push(keepLanguageTold());

  expect(calls[0]).toEqual(['/api/auth/login', { email: amina.email, password: 'kept-in-a-safe', locale: 'fr' }]);
  expect(told()).toEqual([]);
});
