import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { currentDatabase, setCurrentDatabase } from '../../src/client/local/current.ts';
import { LocalDatabase } from '../../src/client/local/database.ts';
import { readOpenedCodes, removeOldCodes } from '../../src/client/local/opened-codes.ts';
import { wipeCache } from '../../src/client/sync/user-data.ts';
import { openHelpDesk } from '../support/help-desk.tsx';
import { anOpenedCode, anOrderOfCodes, voucher } from '../support/sold-codes.ts';
import { amina, toastTexts, visit, type Script } from '../support/storefront.tsx';
import { karim } from '../support/topup-office.tsx';

const both = [anOpenedCode(1, { serial: 'SN001', opened_by: 'Sara' }), anOpenedCode(2)];
const opens: Script = ({ path }) =>
  path === '/api/orders/501/codes/reveal' ? [200, { code: 'SUCCESS', codes: both }] : [200, { status: 'ok' }];

async function openOrder(script: Script = opens) {
  const device = await openHelpDesk(amina, { products: [voucher], orders: [anOrderOfCodes(501)] });
  device.server.respondWith(script);
  const page = visit('/user/orders?order=501');
  await screen.findByRole('dialog');
  const dialog = () => within(screen.getByRole('dialog'));
  const press = async (name: string) => page.user.click(await dialog().findByRole('button', { name }));
  return { ...device, ...page, dialog, press };
}

test('ST-06 codes are hidden until the customer opens them, and then stay readable without a connection', async () => {
  const { db, server, user, dialog, press } = await openOrder();
  expect(await dialog().findByText(/^2 codes are yours/)).toBeTruthy();
  expect(document.body.textContent).not.toContain('AAAA');

  await press('Show codes');
  // A browser that translates the page would change codes that look like words.
  for (const text of ['AAAA-BBBB-0001', 'SN001'])
    expect((await dialog().findByText(text)).closest('[translate=no]')).toBeTruthy();
  expect(
    dialog()
      .getAllByText(/^Opened first by/)
      .map(({ textContent }) => textContent),
  ).toEqual(['Opened first by Sara']);
  expect(dialog().queryByRole('button', { name: 'Show codes' })).toBeNull();
  await user.click(dialog().getAllByRole('button', { name: 'QR code' })[0]!);
  expect(await dialog().findByRole('img', { name: 'QR code' })).toBeTruthy();

  await server.goOffline();
  expect(dialog().getByText('AAAA-BBBB-0002')).toBeTruthy();
  const rows = [...(await db.orders.toArray()), ...(await db.drafts.toArray()), ...(await db.synclog.toArray())];
  expect(JSON.stringify(rows)).not.toContain('AAAA');
});

test('ST-06 a lost answer is asked for again, and offline no code is opened', async () => {
  let isLost = true;
  const { server, dialog, press } = await openOrder((request) =>
    request.path.endsWith('/reveal') && isLost ? 'lost' : opens(request),
  );
  await press('Show codes');
  expect(await dialog().findByRole('alert')).toBeTruthy();
  isLost = false;
  await server.goOnline(opens);
  await press('Show codes');
  expect(await dialog().findByText('AAAA-BBBB-0001')).toBeTruthy();

  await press('Remove from this device');
  await server.goOffline();
  expect(await dialog().findByText(/^You are offline. Codes are shown/)).toBeTruthy();
  expect((await dialog().findByRole('button', { name: 'Show codes' })) as HTMLButtonElement).toHaveProperty(
    'disabled',
    true,
  );
  expect(document.body.textContent).not.toContain('AAAA');
});

test('ST-06 codes leave the device with “Remove”, after 30 days, and with the end of the session', async () => {
  const { db, dialog, press } = await openOrder();
  await press('Show codes');
  await dialog().findByText('AAAA-BBBB-0001');

  await removeOldCodes(db, Date.now() + 29 * 86_400_000);
  expect(await readOpenedCodes(db, 501)).toHaveLength(2);
  await removeOldCodes(db, Date.now() + 31 * 86_400_000);
  expect(await readOpenedCodes(db, 501)).toEqual([]);

  await press('Show codes');
  await dialog().findByText('AAAA-BBBB-0001');
  await press('Remove from this device');
  await waitFor(async () => expect(await readOpenedCodes(db, 501)).toEqual([]));

  await press('Show codes');
  await dialog().findByText('AAAA-BBBB-0001');
  await wipeCache(db);
  expect(await readOpenedCodes(db, 501)).toEqual([]);
});

test('ST-06 codes that a full device cannot store are shown until the order closes', async () => {
  const { press, dialog } = await openOrder();
  currentDatabase().opened_codes.hook('creating', () => {
    throw new DOMException('', 'QuotaExceededError');
  });

  await press('Show codes');

  expect(await dialog().findByText('AAAA-BBBB-0001')).toBeTruthy();
  expect(dialog().getByText(/^This device cannot keep these codes/)).toBeTruthy();
  await press('Remove from this device');
  await waitFor(() => expect(document.body.textContent).not.toContain('AAAA'));
});

test('ST-12 codes that arrive after a sign-out are not stored for the next user', async () => {
  const { promise: signedOut, resolve: signOut } = Promise.withResolvers<void>();
  const { db, server, press, dialog } = await openOrder(async (request) => {
    if (request.path.endsWith('/reveal')) await signedOut;
    return opens(request);
  });
  const next = new LocalDatabase(karim.id);
  onTestFinished(() => next.close());
  await press('Show codes');
  await waitFor(() => expect(server.requests.some(({ path }) => path.endsWith('/reveal'))).toBe(true));

  setCurrentDatabase(next);
  signOut();

  await waitFor(() => expect(dialog().getByRole('button', { name: 'Show codes' })).toHaveProperty('disabled', false));
  expect([await db.opened_codes.count(), await next.opened_codes.count()]).toEqual([0, 0]);
});

test('ST-06 opened codes are printed alone, without those that were replaced', async () => {
  const codes = [anOpenedCode(1, { state: 'faulty' }), anOpenedCode(2, { serial: 'SN002' })];
  const printed: (string | null)[] = [];
  const paper = () => document.querySelector('[data-printed]');
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'));
    printed.push(paper()!.textContent);
    window.dispatchEvent(new Event('afterprint'));
  });
  const { press, dialog } = await openOrder(() => [200, { code: 'SUCCESS', codes }]);
  await press('Show codes');
  await dialog().findByText('AAAA-BBBB-0002');

  await press('Print');

  expect(printed).toHaveLength(1);
  for (const text of ['Order #501', 'Voucher', 'AAAA-BBBB-0002', 'SN002']) expect(printed[0]).toContain(text);
  expect(printed[0]).not.toContain('AAAA-BBBB-0001');
  await waitFor(() => expect(paper()).toBeNull());
});

test('ST-05 after an order of codes the message leads to them', async () => {
  const device = await openHelpDesk(amina, { products: [voucher], account: [{ ...amina, balance: 120, rev: 1 }] });
  const order = anOrderOfCodes(502, { count: 1 });
  device.server.respondWith(({ path }) =>
    path === '/api/orders' ? [200, { code: 'SUCCESS', order, balance: 110 }] : [200, { status: 'ok' }],
  );
  const { user, address } = visit('/user/orders?buy=8');
  const popup = within(await screen.findByRole('dialog', { name: 'Place an order' }));
  await user.click(popup.getByRole('button', { name: 'Confirm order' }));

  await waitFor(() => expect(toastTexts()[0]).toMatch(/^1 code is yours/));
  expect(address()).not.toContain('buy=');
});
