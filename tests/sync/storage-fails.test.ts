// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceDatabase, readSession } from '../../src/client/local/device.ts';
import { readUnseen } from '../../src/client/sync/outcomes.ts';
import { startSync, stopSync, syncNow } from '../../src/client/sync/triggers.ts';
import { resetDevice, serve, signInOnDevice } from './browser.ts';
import { amina, nothingNew } from './support.ts';

/*
 * The storage of a device may fail at any moment, also between a pass and the work around it. That work is done later;
 * an error that no code catches would fail the run, and one that `reportError` takes the test.
 */

const reported = vi.fn<(error: unknown) => void>();

beforeEach(async () => {
  await resetDevice();
  reported.mockClear();
  vi.stubGlobal('reportError', reported);
  // The page has been reloaded for an earlier storage error, so that none of these tests reloads it.
  sessionStorage.setItem('cod_reloaded', '1');
});
afterEach(() => {
  stopSync();
  vi.unstubAllGlobals();
});

const failure = () => new DOMException('The storage failed', 'UnknownError');

test('OF-21 a call in doubt that could not be read at the start of the page is settled later', async () => {
  serve({
    '/api/sync': () => nothingNew(),
    '/ready': () => ({ status: 'ok', version: 'test' }),
    '/api/outcomes/cancel': () => ({ code: 'SUCCESS', state: 'cancelled', touched: [] }),
  });
  const db = await signInOnDevice(amina);
  const about = { product_id: 5, title: 'Tea' };
  await db.pledges.put({ key: 'k1', state: 'asked', call: 'placeOrder', about, createdAt: Date.now() });
  const readCalls = vi.spyOn(db.pledges, 'where');
  const unhandled = vi.fn<(error: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  // The preparation of the page ends with the shared files; settling follows.
  vi.spyOn(deviceDatabase().shared, 'where').mockImplementationOnce(() => {
    readCalls.mockImplementationOnce(() => {
      throw failure();
    });
    return deviceDatabase().shared.where('at') as never;
  });

  startSync(db);

  await expect.poll(() => readUnseen(db), { timeout: 10_000 }).toMatchObject([{ key: 'k1', outcome: 'cancelled' }]);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(reported).not.toHaveBeenCalled();
});

test('OF-21 a session that the device did not store is stored by a later pass', async () => {
  serve({ '/api/sync': () => nothingNew() });
  const db = await signInOnDevice(amina);
  startSync(db);
  await syncNow();
  await deviceDatabase().session.clear();
  const put = vi.spyOn(deviceDatabase().session, 'put').mockRejectedValue(failure());

  expect(await syncNow()).toEqual({ kind: 'storage' });
  put.mockRestore();

  expect(await syncNow()).toEqual({ kind: 'idle' });
  expect(await readSession()).toMatchObject({ userId: amina.id });
  expect(reported).not.toHaveBeenCalled();
});
