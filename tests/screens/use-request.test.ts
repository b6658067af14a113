import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportExchange } from '../../src/client/api/call.ts';
import { CallFailure } from '../../src/client/api/failure.ts';
import { watchConnectivity } from '../../src/client/sync/connectivity.ts';
import { refreshRequests, useRequest } from '../../src/client/sync/use-request.ts';

let stop: () => void;

beforeEach(() => {
  stop = watchConnectivity();
});
afterEach(() => {
  setOnline(true);
  stop();
  vi.useRealTimers();
});

const setOnline = (isOnline: boolean) =>
  act(() => {
    if (isOnline) reportExchange({ isReached: true, sentAt: 0 });
    else dispatchEvent(new Event('offline'));
  });

/** A server whose answers the test gives, and the signals of the requests that it has got. */
function slowServer() {
  const requests: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = [];
  return {
    requests,
    ask: (signal: AbortSignal) => {
      const request = Object.assign(Promise.withResolvers<string>(), { signal });
      requests.push(request);
      return request.promise;
    },
    answer: (data: string) => act(async () => requests.at(-1)!.resolve(data)),
    fail: () => act(async () => requests.at(-1)!.reject(new CallFailure('unreachable'))),
  };
}

test('data stays while it is requested again, at the user’s request and after a change on the server', async () => {
  const server = slowServer();
  const { result } = renderHook(() => useRequest('users/17/orders', server.ask));
  expect(result.current).toMatchObject({ data: undefined, failure: null, isLoading: true });
  await server.answer('first');
  expect(result.current).toMatchObject({ data: 'first', isLoading: false });

  act(() => result.current.retry());
  expect(result.current).toMatchObject({ data: 'first', isLoading: true });
  await server.fail();
  expect(result.current).toMatchObject({ data: 'first', failure: { kind: 'unreachable' }, isLoading: false });

  act(() => refreshRequests('users/'));
  expect(result.current).toMatchObject({ data: 'first', isLoading: true });
  await server.answer('second');
  expect(result.current).toMatchObject({ data: 'second', failure: null, isLoading: false });

  act(() => refreshRequests('orders/'));
  expect(result.current.isLoading).toBe(false);
  expect(server.requests).toHaveLength(3);
});

test('the data of another key is not shown, and its request is ended', async () => {
  const server = slowServer();
  const { result, rerender, unmount } = renderHook(({ id }) => useRequest(`users/${id}`, server.ask), {
    initialProps: { id: 17 },
  });
  await server.answer('Amina');
  rerender({ id: 18 });
  expect(result.current).toMatchObject({ data: undefined, isLoading: true });
  rerender({ id: 19 });

  expect(server.requests.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  await act(async () => server.requests[1]!.resolve('Omar'));
  expect(result.current.data).toBeUndefined();
  await server.answer('Sara');
  expect(result.current.data).toBe('Sara');
  unmount();
  expect(server.requests[2]!.signal.aborted).toBe(true);
});

test('nothing is requested without a connection or while it is not wanted; the data stays', async () => {
  const server = slowServer();
  setOnline(false);
  const { result, rerender } = renderHook(({ wanted }) => useRequest('profile', server.ask, { wanted }), {
    initialProps: { wanted: true },
  });
  expect(result.current).toMatchObject({ data: undefined, failure: null, isLoading: false });
  rerender({ wanted: false });
  setOnline(true);
  expect(server.requests).toEqual([]);

  rerender({ wanted: true });
  await server.answer('mine');
  setOnline(false);
  expect(result.current).toMatchObject({ data: 'mine', isLoading: false });
  setOnline(true);
  await waitFor(() => expect(server.requests).toHaveLength(2));
  expect(result.current.data).toBe('mine');
});

test('a form’s data is requested until the first answer, and not again when the connection is back', async () => {
  const server = slowServer();
  const { result } = renderHook(() => useRequest('settings', server.ask, { once: true }));
  await server.fail();
  setOnline(false);
  setOnline(true);
  await server.answer('settings');

  setOnline(false);
  setOnline(true);

  expect(server.requests).toHaveLength(2);
  expect(result.current).toMatchObject({ data: 'settings', isLoading: false });
});

test('data is requested again from time to time while the page is visible', async () => {
  vi.useFakeTimers();
  const server = slowServer();
  renderHook(() => useRequest('figures', server.ask, { everyMs: 60_000 }));
  await server.answer('old');
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(server.requests).toHaveLength(1);

  visibility.mockReturnValue('visible');
  act(() => void vi.advanceTimersByTime(60_000));

  expect(server.requests).toHaveLength(2);
  visibility.mockRestore();
});

test('an answer of another call replaces the data', async () => {
  const server = slowServer();
  const { result } = renderHook(() => useRequest('profile', server.ask));
  await server.answer('old');

  act(() => result.current.replace('saved'));

  expect(result.current).toMatchObject({ data: 'saved', failure: null, isLoading: false });
});
