import { screen } from '@testing-library/react';
import { AdminHelpScreen } from '../../src/client/features/help/admin-help-screen.tsx';
import { CreateArticleScreen, EditArticleScreen } from '../../src/client/features/help/article-form-screen.tsx';
import type { Article } from '../../src/contract/articles.ts';
import { openHelpDesk } from './help-desk.tsx';
import { sara, visit, type Script } from './storefront.tsx';

/** An article about orders in English, as the server returns it. */
export const anArticle = (id: number, more: Partial<Article> = {}): Article => ({
  id,
  kind: 'article',
  topic: 'orders',
  texts: { en: { title: `Article ${id}`, body: `Body ${id}` } },
  is_active: true,
  position: id,
  until: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  rev: 4,
  ...more,
});

/** Texts in all languages. */
export const inThree = (title: string) => ({
  en: { title, body: `About ${title}` },
  fr: { title: `${title} fr`, body: 'Texte' },
  ar: { title: `${title} ar`, body: 'نص' },
});

/** Articles 1, 3 and 6 about orders, 2 in French only, the announcement 4 that has ended, 5 about adding balance. */
export const shop = [
  anArticle(1, { texts: inThree('Order codes') }),
  anArticle(2, { topic: 'start', texts: { fr: { title: 'Élan du début', body: 'Bienvenue' } } }),
  anArticle(3, { is_active: false, texts: inThree('Refunds') }),
  anArticle(4, { kind: 'announcement', until: '2020-05-01T12:00:00.000Z', texts: inThree('Holiday') }),
  anArticle(5, { kind: 'balance', topic: 'balance', texts: inThree('Add balance') }),
  anArticle(6, { texts: inThree('Codes that fail') }),
];

/** The pages of articles in the admin area, by path. */
export const articlePages = {
  '/admin/help': AdminHelpScreen,
  '/admin/help/create': CreateArticleScreen,
  '/admin/help/$id/edit': EditArticleScreen,
  '/dashboard/help/$id': () => <p>As a reader</p>,
};

const votes = [{ article_id: 1, helpful: 12, unhelpful: 3 }];

/** A server that accepts every change of an article, and knows the votes on article 1. */
export const accepting: Script = ({ method, path, body }) => {
  if (path === '/api/articles/votes') return [200, { code: 'SUCCESS', votes }];
  if (!path.startsWith('/api/articles')) return [200, { code: 'SUCCESS', status: 'ok' }];
  if (method === 'DELETE') return [200, { code: 'SUCCESS' }];
  const stored = shop.find(({ id }) => id === Number(path.split('/')[3])) ?? anArticle(9);
  return [200, { code: 'SUCCESS', article: { ...stored, ...body, rev: stored.rev + 1 } }];
};

/** Opens a page of the admin's articles. */
export async function openArticles(address = '/admin/help') {
  const device = await openHelpDesk(sara);
  await device.db.articles.bulkPut(shop);
  await device.db.setFact('articles', 'r1');
  device.server.respondWith(accepting);
  return { ...device, ...visit(address, articlePages) };
}

type Server = Awaited<ReturnType<typeof openArticles>>['server'];

/** The changes of articles that the server received. */
export const changesOf = (server: Server) =>
  server.requests.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/articles'));

/** The titles in the list. */
export const titles = () => screen.queryAllByRole('button', { name: /^Edit / }).map((opener) => opener.textContent);
