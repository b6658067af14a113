import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, signIn } from '../../src/client/api/session.ts';
import { keepLanguageReported } from '../../src/client/app/report-language.ts';
import { signInWith } from '../../src/client/features/auth/sign-in.ts';
import { probe, watchConnectivity } from '../../src/client/sync/connectivity.ts';
import { activateLocale } from '../../src/client/text/locales.ts';

const amina = { id: 7, name: 'Amina', email: 'amina@example.test', role: 'user' as const };

const at = '2026-01-01T00:00:00.000Z';
const details = { fullname: amina.name, username: null, role_id: 3, is_active: true, balance: 0, order_count: 0 };
const visits = { login_times: 1, last_login_at: at, last_action_at: at, created_at: at, updated_at: at };
const user = { ...amina, ...details, ...visits };
const profile = { locale: 'en', muted_mail: [] };
/** The answer to a sign-in and to a changed profile. */
const answer = { code: 'SUCCESS', user, profile, data: { user, token: 'token' } };

let calls: [path: string, body: Record<string, unknown>][] = [];
let isOffline = false;
let stops: (() => void)[] = [];

beforeEach(async () => {
  await activateLocale('en');
  [calls, isOffline] = [[], false];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    calls.push([path, init.body ? JSON.parse(init.body as string) : {}]);
    return Response.json(path === '/health' ? { status: 'ok', version: 'test' } : answer);
  });
  stops = [watchConnectivity()];
});

afterEach(() => {
  for (const stop of stops) stop();
  forgetSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const sentProfiles = () => calls.filter(([path]) => path === '/api/auth/profile').map(([, body]) => body);

test('a device sends its language to the server once, and again when it changes', async () => {
  signIn({ user: amina, token: 'token' });
  stops.push(keepLanguageReported());
  await expect.poll(sentProfiles).toEqual([{ locale: 'en' }]);
  stops.push(keepLanguageReported());

  await activateLocale('fr');
  await activateLocale('ar');

  await expect.poll(() => sentProfiles().at(-1)).toEqual({ locale: 'ar' });
  expect(sentProfiles().filter(({ locale }) => locale === 'en')).toHaveLength(1);
});

test('a language that is chosen offline is sent when the device is online', async () => {
  signIn({ user: amina, token: 'token' });
  stops.push(keepLanguageReported());
  await expect.poll(sentProfiles).toEqual([{ locale: 'en' }]);
  isOffline = true;
  await activateLocale('fr');
  await probe();
  expect(sentProfiles()).toHaveLength(1);

  isOffline = false;
  await probe();

  await expect.poll(sentProfiles).toEqual([{ locale: 'en' }, { locale: 'fr' }]);
});

test('signing in sends the language, and a guest sends none', async () => {
  stops.push(keepLanguageReported());
  await activateLocale('fr');

  expect(await signInWith({ email: amina.email, password: 'kept-in-a-safe' })).toBeNull();
  stops.push(keepLanguageReported());

  expect(calls[0]).toEqual(['/api/auth/login', { email: amina.email, password: 'kept-in-a-safe', locale: 'fr' }]);
  expect(sentProfiles()).toEqual([]);
});
