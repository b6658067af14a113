import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';
import { openDatabase } from './local/database.ts';
import { readSession } from './local/device.ts';
import { sendInBackground } from './sync/background.ts';
import { revokeEndedSessions } from './sync/revoke.ts';
import { backgroundTag, imageCache } from './sync/names.ts';

declare const self: ServiceWorkerGlobalScope;

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Aborted when a newer version is about to take over from this one. */
const replaced = new AbortController();

/** Pictures kept of one person. */
const imagesKept = 200;

// The shell of the app, for every address of the app. Answers of the API are never kept: the databases are for that.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
const servers = [/^\/api\//, /^\/sanctum\//, /^\/files\//, /^\/(health|ready|metrics)/];
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: servers }));

// Each person's pictures lie in a cache of their own, which goes with the person.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.destination === 'image' && url.pathname.startsWith('/files/'),
  async (options) => (await pictures()).handle(options),
);

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: string };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'STOP_SENDING') replaced.abort();
  if (type === 'VERSION') event.ports[0]?.postMessage(__APP_VERSION__);
});

self.addEventListener('sync', ((event: SyncEvent) => {
  if (event.tag === backgroundTag) event.waitUntil(sendWhatWaits());
}) as EventListener);

const strategies = new Map<number, StaleWhileRevalidate>();

async function pictures(): Promise<StaleWhileRevalidate | NetworkOnly> {
  const userId = await signedInUser();
  if (userId === undefined) return new NetworkOnly();
  const known = strategies.get(userId);
  if (known) return known;
  const strategy = new StaleWhileRevalidate({
    cacheName: imageCache(userId),
    plugins: [{ cacheWillUpdate: (update) => ofSignedIn(userId, update), cacheDidUpdate: keepNewest }],
  });
  strategies.set(userId, strategy);
  return strategy;
}

/** `undefined` when nobody is signed in, or where the browser keeps no databases. */
const signedInUser = (): Promise<number | undefined> =>
  readSession().then(
    (session) => session?.userId,
    () => undefined,
  );

/** A picture that arrives after its person has signed out is not kept. */
const ofSignedIn = async (userId: number, { response }: { response: Response }): Promise<Response | null> =>
  response.status === 200 && (await signedInUser()) === userId ? response : null;

/** A cache lists its entries in the order they came. (Workbox's own expiration brings a database along: 2.5 kB.) */
async function keepNewest({ cacheName }: { cacheName: string }): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -imagesKept).map((oldest) => cache.delete(oldest)));
}

/** A pass without a page. When it could not send, it throws, so that the browser tries again later. */
async function sendWhatWaits(): Promise<void> {
  const isRevoked = await revokeEndedSessions();
  const session = await readSession();
  if (session) await sendFor(session.userId);
  // While changes were sent, the connection may have come back.
  if (!isRevoked && !(await revokeEndedSessions())) throw new Error('Later: a session is still to be revoked');
}

async function sendFor(userId: number): Promise<void> {
  const db = openDatabase(userId);
  try {
    await sendInBackground(db, undefined, { signal: replaced.signal });
  } finally {
    db.close();
  }
}
