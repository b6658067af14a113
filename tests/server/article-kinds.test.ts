import { beforeEach, expect, test } from 'vitest';
import type { Article } from '../../src/contract/articles.ts';
import { expectRefused } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const fields = {
  topic: 'orders',
  texts: { en: { title: 'Cards', body: 'How they work' } },
  is_active: true,
  until: null,
};
const edit = (id: number, more: object = {}) => server.as('sara').post(`/api/articles/${id}`, { ...fields, ...more });

test('S2Q-05 D-2 an edit changes the kind of an article only when it names one, and never that of the balance text', async () => {
  const id = (await server.as('sara').post('/api/articles', { ...fields, kind: 'reply' })).body.article.id;
  const { articles } = (await server.as('sara').get('/api/articles')).body as { articles: Article[] };
  const { id: balance } = articles.find(({ kind }) => kind === 'balance')!;

  const kept = await edit(id);
  const changed = await edit(id, { kind: 'announcement', until: '2027-01-01T12:00:00.000Z' });
  const from = await edit(balance, { kind: 'article' });
  const to = await edit(id, { kind: 'balance' });

  expect(kept.body.article).toMatchObject({ kind: 'reply', rev: 2 });
  expect(changed.body.article).toMatchObject({ kind: 'announcement', until: '2027-01-01T12:00:00.000Z', rev: 3 });
  for (const refused of [from, to]) {
    expectRefused(refused, 422, 'INVALID_FIELDS');
    expect(refused.body.errors).toEqual({ kind: ['invalid'] });
  }
  expect((await edit(balance, { kind: 'balance' })).status).toBe(200);
  const audited = await server.services.db
    .selectFrom('audit')
    .select(['old_value', 'new_value'])
    .where('action', '=', 'article.update')
    .execute();
  expect(
    audited.map(({ old_value, new_value }) => [JSON.parse(old_value!).kind, JSON.parse(new_value!).kind]),
  ).toContainEqual(['reply', 'announcement']);
});
