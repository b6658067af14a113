import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([true, false])(
  'a page that is opened with navigator.onLine %s shows that before its first call',
  async (onLine) => {
    vi.stubGlobal('navigator', { onLine });
    vi.resetModules();
    const { isOnline } = await import('../../src/client/sync/connectivity.ts');
    expect(isOnline()).toBe(onLine);
  },
);
