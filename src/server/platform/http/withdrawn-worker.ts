/**
 * The script that replaces the app's service worker when that is withdrawn: the script removes itself and everything
 * the worker cached, and reloads the pages that the worker controlled. Databases are not touched: the page sends the
 * changes that wait in an outbox.
 */
export const withdrawnWorker = `addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(withdraw()));

async function withdraw() {
  const pages = await clients.matchAll({ type: 'window' });
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
  // \`pages\` has only pages that the worker controlled, so no page is reloaded again and again.
  await Promise.allSettled(pages.map((page) => page.navigate(page.url)));
}
`;
