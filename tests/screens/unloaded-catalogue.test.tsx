import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { amina, anAccount, openDevice, visit } from '../support/storefront.tsx';

/** Opens a page on a device without a catalogue; a new one has not synced yet. */
async function openWithout(address: string, { isNew = true, isOffline = false } = {}) {
  const { db, server } = await openDevice(amina, { account: [anAccount(100)] });
  server.respondWith(() => new Promise(() => undefined));
  if (!isNew) await db.setFact('lastSyncAt', Date.now());
  if (isOffline) await server.goOffline();
  visit(address);
}

test('OF-15 during the first load the popup does not say that a product is not on the device', async () => {
  await openWithout('/user/catalogue?buy=99');
  await screen.findByRole('dialog', { name: 'Place an order' });

  expect(screen.queryByText('This product is not on this device.')).toBeNull();
});

test('with a product in the URL that is not on the device, the popup says so', async () => {
  await openWithout('/user/catalogue?buy=99', { isNew: false });

  expect(await screen.findByText('This product is not on this device.')).toBeTruthy();
});

test('OF-15 a catalogue that was never loaded is not called empty', async () => {
  await openWithout('/user/catalogue', { isOffline: true });

  expect(await screen.findByText('Not loaded on this device yet.')).toBeTruthy();
  expect(screen.queryByText('0 products')).toBeNull();
});

test('a loaded catalogue without categories is called empty', async () => {
  await openWithout('/user/catalogue', { isNew: false });

  expect(await screen.findByText('The catalogue is empty at the moment.')).toBeTruthy();
  await waitFor(() => expect(screen.getByText('0 products')).toBeTruthy());
});
