/** The Background Sync tag with which the browser wakes the service worker when the connection is back. */
export const backgroundTag = 'comptoir-outbox';

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to run a pass later, also when the page is closed. Only Chromium can. */
export function requestBackgroundSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as SyncRegistration).sync?.register(backgroundTag))
    .catch(() => null);
}
