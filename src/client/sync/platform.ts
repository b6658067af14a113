import { backgroundTag } from './names.ts';

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to run a pass later even when the page is closed; a bonus that Chromium alone grants. */
export function askBackgroundSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as SyncRegistration).sync?.register(backgroundTag))
    .catch(() => null);
}

let asked = false;

/** Asks the browser, once a visit, not to throw away what waits when the disk is full. */
export function askToKeep(): void {
  if (asked) return;
  asked = true;
  void navigator.storage?.persist?.().catch(() => false);
}

/** Whether the browser has promised to keep this device's databases. */
export const isKept = async (): Promise<boolean> =>
  (await navigator.storage?.persisted?.().catch(() => false)) ?? false;

/** Shows on the app's icon how many changes wait; 0 takes the number away. */
export function showBadge(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  const done = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  void done?.catch(() => null);
}

/** Whether a person can see this page now; true where there is no page. */
export const isPageSeen = (): boolean =>
  (globalThis as { document?: Pick<Document, 'visibilityState'> }).document?.visibilityState !== 'hidden';
