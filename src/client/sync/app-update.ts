/** Milliseconds: a new version of the app may be some hundred kilobytes over a slow connection. */
const installedWithin = 60_000;
/** Milliseconds after which the page is loaded again although no new service worker has taken over. */
const takenOverWithin = 3_000;

/**
 * Lets the version of the app that waits take over and loads the page again; fetches the newest one first when none
 * waits. Without a newer version it only loads the page.
 */
export async function updateApp(reload: () => void = () => location.reload()): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration?.waiting) await registration?.update().catch(() => undefined);
  const waiting = registration && (await waitingVersion(registration));
  if (!waiting) return reload();
  const timer = setTimeout(reload, takenOverWithin);
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

/** The version that is ready to take over, once it is installed; null when there is none. */
async function waitingVersion(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const { installing } = registration;
  if (!installing) return registration.waiting;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, installedWithin);
    installing.addEventListener('statechange', () => resolve(), { once: true });
  });
  return registration.waiting;
}
