import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { openDatabase } from './local/database.ts';
import { readSession } from './local/device.ts';
import { answerShare, sharePath } from './local/share-target.ts';
import { sendInBackground } from './sync/background.ts';
import { revokeEndedSessions } from './sync/revoke.ts';
import { backgroundTag } from './sync/background-sync.ts';
import { pictureCache } from './sync/storage.ts';

declare const self: ServiceWorkerGlobalScope;

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Aborted when a newer version is about to replace this one. */
const stopSending = new AbortController();

/** Highest number of cached pictures of one user. */
const picturesMax = 200;

// Serves the app's shell for every address of the app. API answers are not cached here: the databases hold their data.
precacheAndRoute(self.__WB_MANIFEST);
const serverPaths = [/^\/api\//, /^\/sanctum\//, /^\/files\//, /^\/(health|ready|metrics)/, /\.txt$/];
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: serverPaths }));

// Each user's pictures have their own cache, which is deleted with the user's data.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.destination === 'image' && url.pathname.startsWith('/files/'),
  async (options) => (await pictureStrategy())?.handle(options) ?? fetch(options.request),
);

// What another app shares (D-21). The server, which gets it where no worker is installed, stores nothing of it.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === sharePath,
  ({ request }) => answerShare(request),
  'POST',
);

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: string };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'STOP_SENDING') stopSending.abort();
  if (type === 'VERSION') event.ports[0]?.postMessage(__APP_VERSION__);
});

self.addEventListener('sync', ((event: SyncEvent) => {
  if (event.tag === backgroundTag) event.waitUntil(sendPending());
}) as EventListener);

/** Returns how to answer for a picture of the signed-in user; `undefined` without one. */
async function pictureStrategy(): Promise<StaleWhileRevalidate | undefined> {
  const userId = await signedInUser();
  if (userId === undefined) return undefined;
  return new StaleWhileRevalidate({
    cacheName: pictureCache(userId),
    plugins: [{ cacheWillUpdate: (update) => dropAfterSignOut(userId, update), cacheDidUpdate: keepNewest }],
  });
}

/** Returns the signed-in user's id; `undefined` when no user is signed in or the browser keeps no databases. */
const signedInUser = (): Promise<number | undefined> =>
  readSession().then(
    (session) => session?.userId,
    () => undefined,
  );

/** Returns the answer to be cached: only one with status 200, while its user is still signed in; otherwise null. */
const dropAfterSignOut = async (userId: number, { response }: { response: Response }): Promise<Response | null> =>
  response.status === 200 && (await signedInUser()) === userId ? response : null;

/** Deletes the oldest pictures: a cache lists its entries by age. Workbox's own expiration would add 2.5 kB and a database. */
async function keepNewest({ cacheName }: { cacheName: string }): Promise<void> {
  const cache = await caches.open(cacheName);
  const oldestFirst = await cache.keys();
  await Promise.all(oldestFirst.slice(0, -picturesMax).map((oldest) => cache.delete(oldest)));
}

/** Sends pending changes without a page. Throws when a change or a revocation is left: the browser then tries again. */
async function sendPending(): Promise<void> {
  const areAllRevoked = await revokeEndedSessions();
  const session = await readSession();
  if (session) await sendPendingOf(session.userId);
  // Tried again, because the connection may have been restored while changes were sent.
  if (!areAllRevoked && !(await revokeEndedSessions())) throw new Error('Later: a session is still to be revoked');
}

const hasVisiblePage = async (): Promise<boolean> => {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.some(({ visibilityState }) => visibilityState === 'visible');
};

async function sendPendingOf(userId: number): Promise<void> {
  const db = openDatabase(userId);
  try {
    await sendInBackground(db, undefined, { signal: stopSending.signal, hasVisiblePage });
  } finally {
    db.close();
  }
}
