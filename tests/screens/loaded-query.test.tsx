import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentDatabase } from '../../src/client/local/current.ts';
import { syncStatus } from '../../src/client/sync/status.ts';
import { useLoadedQuery } from '../../src/client/sync/use-live-query.ts';
import { openHelpDesk } from '../support/help-desk.tsx';
import { amina, anOrder } from '../support/storefront.tsx';

test.each([
  ['of several answers', { done: 1, total: 2 }],
  ['of one answer', null],
])('S2E-05 at the end of a first load %s, “nothing” is not final until the last rows are read', async (_what, load) => {
  const { db } = await openHelpDesk(amina);
  if (load) await db.setFact('load', load);
  let slow = Promise.resolve();
  const read = async () => {
    const count = await currentDatabase().orders.count();
    await slow;
    return count;
  };
  const { result } = renderHook(() => useLoadedQuery(read, []));
  await waitFor(() => expect(result.current).toEqual({ value: 0, isLoading: load !== null, isFirstLoad: true }));

  const answered = Promise.withResolvers<void>();
  slow = answered.promise;
  await act(async () => {
    await db.transaction('rw', db.orders, db.meta, async () => {
      await db.orders.add(anOrder(41) as never);
      await db.setFact('load', null);
    });
    await db.setFact('lastSyncAt', Date.now());
  });
  await waitFor(() => expect(syncStatus()).toMatchObject({ firstLoad: null, lastSyncAt: expect.any(Number) }));

  expect(result.current).toEqual({ value: 0, isLoading: true, isFirstLoad: true });
  await act(async () => answered.resolve());
  await waitFor(() => expect(result.current).toEqual({ value: 1, isLoading: false, isFirstLoad: false }));
});

test('OF-01 a query of a loaded device is run again at each change, also when it begins later', async () => {
  const { db } = await openHelpDesk(amina);
  await db.setFact('lastSyncAt', Date.now());
  const read = () => db.transaction('r', db.orders, () => currentDatabase().orders.count());
  const first = renderHook(() => useLoadedQuery(read, []));
  await waitFor(() => expect(first.result.current.value).toBe(0));
  const later = renderHook(() => useLoadedQuery(read, []));
  await waitFor(() => expect(later.result.current.value).toBe(0));

  for (const count of [1, 2, 3]) {
    await act(async () => void (await db.orders.add(anOrder(count) as never)));
    await waitFor(() => expect([first, later].map(({ result }) => result.current.value)).toEqual([count, count]));
  }
});
