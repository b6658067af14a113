// oxlint-disable-next-line no-restricted-imports -- a hook over a store without React; the service worker never imports it
import { useSyncExternalStore } from 'react';
import { keepsNothing, onKeepsNothing } from '../local/storage-mode.ts';

/** Whether this browser keeps nothing for the site, so that the app works with a connection only (OF-21). */
export const useKeepsNothing = (): boolean => useSyncExternalStore(onKeepsNothing, keepsNothing);
