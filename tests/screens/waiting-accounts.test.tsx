import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Providers } from '../../src/client/app/providers.tsx';
import { WaitingAccounts } from '../../src/client/features/auth/waiting-accounts.tsx';
import { openDatabase } from '../../src/client/local/database.ts';
import { deviceDatabase, rememberAccount } from '../../src/client/local/device.ts';
import { newId } from '../../src/client/local/ids.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { activate } from '../../src/client/text/activate.ts';
import type { Locale } from '../../src/contract/locales.ts';

beforeEach(async () => {
  await deviceDatabase().accounts.clear();
  for (const { name } of await indexedDB.databases()) if (/^cod_\d/.test(name!)) indexedDB.deleteDatabase(name!);
});
afterEach(cleanup);

/** A person who wrote `count` tickets on this device; the count kept beside the name says 0, as after a crash. */
async function wrote(userId: number, name: string, count: number): Promise<void> {
  await rememberAccount({ userId, name, waiting: 0 });
  const db = openDatabase(userId);
  for (let n = 0; n < count; n++) {
    const ticket = { id: newId(), subject: 'No code', type: 'order' as const, content: 'It did not come' };
    await perform(db, 'ticket.open', { ...ticket, order_id: null });
  }
  db.close();
}

async function loginPage(locale: Locale): Promise<string[]> {
  await activate(locale);
  const { container } = render(<WaitingAccounts />, { wrapper: Providers });
  await screen.findByRole('status');
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
}

test('D-11 the login page says for every account whose changes wait, counted in the outboxes', async () => {
  await wrote(3, 'Amina', 10);
  await wrote(4, 'Karim', 1);
  await wrote(5, 'Sara', 0);

  expect(await loginPage('en')).toEqual(['Log in as Amina to send 10 changes', 'Log in as Karim to send 1 change']);
});

test.each([
  ['fr', 1, 'Connectez-vous en tant que Amina pour envoyer 1 modification'],
  ['fr', 3, 'Connectez-vous en tant que Amina pour envoyer 3 modifications'],
  ['ar', 1, 'سجّل الدخول باسم Amina لإرسال تغيير واحد'],
  ['ar', 2, 'سجّل الدخول باسم Amina لإرسال تغييرين'],
  ['ar', 3, 'سجّل الدخول باسم Amina لإرسال 3 تغييرات'],
  ['ar', 11, 'سجّل الدخول باسم Amina لإرسال 11 تغييرًا'],
] as const)('D-11 in %s, %i waiting', async (locale, count, sentence) => {
  await wrote(3, 'Amina', count);

  expect(await loginPage(locale)).toEqual([sentence]);
});
