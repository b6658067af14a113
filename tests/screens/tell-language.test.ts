import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, signIn } from '../../src/client/api/session.ts';
import { keepLanguageTold } from '../../src/client/app/tell-language.ts';
import { signInWith } from '../../src/client/features/auth/sign-in.ts';
import { probe, watchConnectivity } from '../../src/client/sync/connectivity.ts';
import { activate } from '../../src/client/text/activate.ts';

const amina = { id: 7, name: 'Amina', email: 'amina@example.test', role: 'user' as const };

let calls: [path: string, body: Record<string, unknown>][] = [];
let isAway = false;
let stops: (() => void)[] = [];

beforeEach(async () => {
  await activate('en');
  [calls, isAway] = [[], false];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (isAway) throw new TypeError('Failed to fetch');
    calls.push([path, init.body ? JSON.parse(init.body as string) : {}]);
    return new Response(JSON.stringify({ code: 'SUCCESS', data: { user: amina, token: 'token' } }), {
      headers: { 'content-type': 'application/json' },
    });
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
