import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import type { Article } from '../../src/contract/articles.ts';
import { openHelpDesk } from './help-desk.tsx';
import { openRoute } from './open-route.tsx';
import { amina, marc, sara } from './storefront.tsx';

/** An article as the server returns it, in English with the title `Article <id>`. */
export const anArticle = (id: number, more: Partial<Article> = {}): Article => ({
  id,
  kind: 'article',
  topic: 'orders',
  texts: { en: { title: `Article ${id}`, body: `Text of article ${id}.` } },
  is_active: true,
  position: id,
  until: null,
  created_at: '2026-10-01T08:00:00.000Z',
  updated_at: '2026-11-14T08:00:00.000Z',
  rev: 1,
  ...more,
});

/** Stores all articles of the server on the device, as the page does after a pass. */
export const storeArticles = (db: LocalDatabase, articles: readonly Article[]) =>
  act(() =>
    db.transaction('rw', [db.articles, db.meta], async () => {
      await db.articles.clear();
      await db.articles.bulkPut([...articles]);
      await db.setFact('articles', JSON.stringify(articles.map(({ id, rev }) => [id, rev])));
    }),
  );

const people = { user: amina, agent: marc, admin: sara };

interface Options {
  role?: keyof typeof people;
  rows?: Parameters<typeof openHelpDesk>[1];
  /** Undefined: the device has not loaded any. */
  articles?: readonly Article[] | undefined;
  isOffline?: boolean;
}

/** Opens a page of the app on a device with these articles. */
export async function openHelp(address: string, { role = 'user', rows, articles, isOffline = false }: Options = {}) {
  const device = await openHelpDesk(people[role], rows);
  await device.db.setFact('lastSyncAt', Date.now());
  if (articles) await storeArticles(device.db, articles);
  if (isOffline) await device.server.goOffline();
  const router = await openRoute(address);
  const main = within(await screen.findByRole('main'));
  return { ...device, router, main, user: userEvent.setup() };
}
