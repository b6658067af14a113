/**
 * The script that takes the place of the app's service worker while it is withdrawn: it removes itself and everything
 * the worker cached, and loads the pages that the worker controlled again, from the server. Databases are not touched:
 * what waits in an outbox is sent by the page.
 */
export const withdrawnWorker = `addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(withdraw()));

async function withdraw() {
  const pages = await clients.matchAll({ type: 'window' });
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
  // A page that is not controlled is not among them, so it is not loaded again and again.
  await Promise.allSettled(pages.map((page) => page.navigate(page.url)));
}
`;
