/** Milliseconds to wait until a new version of some hundred kilobytes is installed over a slow connection. */
const installTimeoutMs = 60_000;
/** Milliseconds after which the page is reloaded although no new service worker has taken over. */
const takeoverTimeoutMs = 3_000;

/**
 * Activates the new version of the app, which is fetched first unless it is already waiting, and reloads the page.
 * Without a newer version only reloads.
 */
export async function updateApp(reload: () => void = () => location.reload()): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration?.waiting) await registration?.update().catch(() => undefined);
  const waiting = registration && (await waitingVersion(registration));
  if (!waiting) return reload();
  const timer = setTimeout(reload, takeoverTimeoutMs);
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      clearTimeout(timer);
      reload();
    },
    { once: true },
  );
  registration.active?.postMessage({ type: 'STOP_SENDING' });
  waiting.postMessage({ type: 'SKIP_WAITING' });
}

/** Returns the service worker that is ready to take over, once it is installed; null when there is none. */
async function waitingVersion(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const { installing } = registration;
  if (!installing) return registration.waiting;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, installTimeoutMs);
    installing.addEventListener('statechange', () => resolve(), { once: true });
  });
  return registration.waiting;
}
