let asked = false;

/** Asks the browser, once per visit, to keep the databases when the disk is full. */
export function requestPersistentStorage(): void {
  if (asked) return;
  asked = true;
  void navigator.storage?.persist?.().catch(() => false);
}

/** Returns whether the browser has promised to keep this device's databases. */
export const isStoragePersistent = async (): Promise<boolean> =>
  (await navigator.storage?.persisted?.().catch(() => false)) ?? false;

/** Shows a number on the app's icon, of pending changes and unread notifications; 0 removes it. */
export function showBadge(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  const updated = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  void updated?.catch(() => null);
}

/** Returns whether this page is visible; true where there is no page. */
export const isPageVisible = (): boolean =>
  (globalThis as { document?: Pick<Document, 'visibilityState'> }).document?.visibilityState !== 'hidden';
