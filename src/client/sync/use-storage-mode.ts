// oxlint-disable-next-line no-restricted-imports -- a hook over a store without React; the service worker never imports it
import { useSyncExternalStore } from 'react';
import { isMemoryOnly, onMemoryOnly } from '../local/storage-mode.ts';

/** Returns whether data is held in memory only, so that the app works with a connection only (OF-21). */
export const useIsMemoryOnly = (): boolean => useSyncExternalStore(onMemoryOnly, isMemoryOnly);
