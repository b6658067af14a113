import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Article } from '../../src/contract/articles.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const texts = { en: { title: 'Cards', body: 'How they work' }, ar: { title: 'بطاقات', body: 'كيف تعمل' } };
const fields = { kind: 'article', topic: 'orders', texts, is_active: true, until: null };
const create = (more: object = {}, headers = {}) =>
  server.as('sara').post('/api/articles', { ...fields, ...more }, headers);
const put = async (more: object = {}): Promise<number> => (await create(more)).body.article.id;
const edit = (id: number, more: object = {}, headers = {}) =>
  server.as('sara').post(`/api/articles/${id}`, { ...fields, kind: undefined, ...more }, headers);
const listOf = async (who: TestUserName) =>
  (await server.as(who).get('/api/articles')).body as { articles: Article[]; revision: string };
const idsOf = async (who: TestUserName) => (await listOf(who)).articles.map(({ id }) => id);
const balanceText = async () => (await listOf('sara')).articles.find(({ kind }) => kind === 'balance')!;
const reported = async (who: TestUserName) => (await createDevice(server.as(who)).exchange()).articles;
const vote = (id: number, isHelpful: boolean) =>
  mutationOf('article.vote', `article:${id}`, { article_id: id, is_helpful: isHelpful });
const votesOn = async (id: number) =>
  (await server.as('sara').get('/api/articles/votes')).body.votes.find(
    (one: { article_id: number }) => one.article_id === id,
  );

test('S1-08 a new shop has default articles and one text about adding balance, active and in three languages', async () => {
  const { articles } = await listOf('amina');

  expect(articles.filter(({ kind }) => kind === 'article')).toHaveLength(12);
  expect(articles.filter(({ kind }) => kind === 'balance')).toHaveLength(1);
  expect(articles.map(({ position }) => position)).toEqual(articles.map((_one, index) => index));
  for (const article of articles)
    for (const locale of ['en', 'fr', 'ar'] as const) {
      const { title, body } = article.texts[locale]!;
      expect([title.startsWith('#'), title.length > 3, body.length > 100]).toEqual([false, true, true]);
    }
});

test('S1-08 customers get active articles in their order, and no announcements that have ended', async () => {
  const inOneHour = new Date(server.clock.now + 3_600_000).toISOString();
  const draft = await put({ is_active: false });
  const announcement = await put({ kind: 'announcement', until: inOneHour });
  const lasting = await put({ kind: 'announcement' });

  const before = await idsOf('amina');
  server.clock.advance(3_600_000);
  const after = await idsOf('amina');

  expect(before.slice(-2)).toEqual([announcement, lasting]);
  expect(before).not.toContain(draft);
  expect(after.at(-1)).toBe(lasting);
  expect(after).not.toContain(announcement);
  expect((await idsOf('sara')).slice(-3)).toEqual([draft, announcement, lasting]);
});

test('S4-15 an article becomes a draft, and active again', async () => {
  const id = await put();

  await edit(id, { is_active: false });
  expect(await idsOf('amina')).not.toContain(id);
  await edit(id, { is_active: true });
  expect(await idsOf('amina')).toContain(id);
});

test('S1-08 an article needs a text with a title and a body in at least one language', async () => {
  const wrong = [
    [{ texts: {} }, { texts: ['required'] }],
    [{ texts: { fr: { title: 'Cartes', body: ' ' } } }, { 'texts.fr.body': ['required'] }],
    [{ texts: { fr: { body: 'Leur usage' } } }, { 'texts.fr.title': ['required'] }],
    [{ topic: 'games' }, { topic: ['invalid'] }],
    [{ kind: 'balance' }, { kind: ['invalid'] }],
    [{ until: '2026-02-30 at noon' }, { until: ['invalid'] }],
  ] as const;

  for (const [more, errors] of wrong) {
    const answer = await create(more);
    expectRefused(answer, 422, 'INVALID_FIELDS');
    expect(answer.body.errors).toEqual(errors);
  }
  const before = await idsOf('sara');
  expectRefused(await server.as('amina').post('/api/articles', fields), 403, 'FORBIDDEN');
  expect(await idsOf('sara')).toEqual(before);
});

test('S1-08 the text about adding balance can be changed, but neither deleted nor become a draft', async () => {
  const { id, topic } = await balanceText();

  const changed = await edit(id, { topic, until: '2026-12-01T00:00:00Z' });
  const draft = await edit(id, { topic, is_active: false });
  const gone = await server.as('sara').delete(`/api/articles/${id}`);

  expect(changed.body.article).toMatchObject({ kind: 'balance', texts, until: null, is_active: true });
  expectRefused(draft, 422, 'INVALID_FIELDS');
  expect(draft.body.errors).toEqual({ is_active: ['invalid'] });
  expectRefused(gone, 403, 'FORBIDDEN');
  expect((await balanceText()).id).toBe(id);
});

test('D-2 of two admins who edit the same article, the later one is refused with the current texts', async () => {
  const id = await put();
  const first = await edit(id, { topic: 'account' }, { 'If-Match': '"1"' });

  const late = await edit(id, { texts: { fr: { title: 'Cartes', body: 'Leur usage' } } }, { 'If-Match': '"1"' });

  expect(first.body.article).toMatchObject({ topic: 'account', rev: 2 });
  expectRefused(late, 412, 'REVISION_CHANGED');
  expect(late.body.details.current).toMatchObject({ topic: 'account', texts, rev: 2 });
});

test('S1-08 two admins who move articles at the same time leave one complete order', async () => {
  const ids = [await put(), await put(), await put()];
  const move = (who: TestUserName, id: number, beforeId: number | null) =>
    server.as(who).post(`/api/articles/${id}/move`, { before_id: beforeId });
  const before = await idsOf('sara');

  const answers = await Promise.all([move('sara', ids[2]!, ids[0]!), move('root', ids[1]!, before[0]!)]);

  const { articles } = await listOf('sara');
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(articles.map(({ position }) => position)).toEqual(articles.map((_one, index) => index));
  expect(articles.map(({ id }) => id)).toEqual([ids[1], ...before.slice(0, -3), ids[2], ids[0]]);
  expect((await move('sara', ids[1]!, null)).body.article).toMatchObject({ position: articles.length - 1, rev: 1 });
});

test('S1-08 every change of an article gives devices of each role a new revision; a refused one and a vote do not', async () => {
  const id = await put();
  const revisions = new Set([await reported('amina')]);
  const expectNew = async (answer: { status: number }) => {
    expect(answer.status).toBe(200);
    const size = revisions.size;
    expect(revisions.add(await reported('amina')).size).toBe(size + 1);
  };

  await expectNew(await edit(id));
  await expectNew(await server.as('sara').post(`/api/articles/${id}/move`, { before_id: 1 }));
  await expectNew(await create({ is_active: false }));
  await expectNew(await server.as('sara').delete(`/api/articles/${id}`));

  const last = await reported('amina');
  await edit((await balanceText()).id, { is_active: false });
  await createDevice(server.as('amina')).exchange([vote(1, true)]);
  expect(await reported('amina')).toBe(last);
  expect((await listOf('amina')).revision).toBe(last);
  expect(await reported('sara')).not.toBe(last);
});

test('OF-06 OF-31 the same key creates one article; the audit log names the admin and the changed fields', async () => {
  const key = randomUUID();
  const [first, again] = [await create({}, { 'Idempotency-Key': key }), await create({}, { 'Idempotency-Key': key })];
  const { id } = first.body.article;
  await edit(id, { topic: 'account' });
  await server.as('root').delete(`/api/articles/${id}`);

  expect(again.body).toEqual(first.body);
  const lines = await server.services.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'articles')
    .orderBy('id')
    .execute();
  expect(lines.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['article.create', server.users.sara.id],
    ['article.update', server.users.sara.id],
    ['article.delete', server.users.root.id],
  ]);
  expect(JSON.parse(lines[1]!.new_value!)).toEqual({ topic: 'account' });
  expectRefused(await edit(id), 404, 'NOT_FOUND');
});

test('S1-08 OF-06 each user has one vote on an article, the last one; the same change sent twice counts once', async () => {
  const id = await put();
  const amina = createDevice(server.as('amina'));
  const first = vote(id, true);

  await amina.exchange([first]);
  await amina.exchange([vote(id, false)]);
  const again = await amina.exchange([first]);
  await createDevice(server.as('karim')).exchange([vote(id, true)]);

  expect(again.results[0]).toMatchObject({ status: 200, rows: [] });
  expect(await votesOn(id)).toEqual({ article_id: id, helpful: 1, unhelpful: 1 });
  expectRefused(await server.as('amina').get('/api/articles/votes'), 403, 'FORBIDDEN');
});

test('S1-08 a vote on an article that is a draft or deleted by now is accepted and not counted', async () => {
  const [draft, deleted] = [await put({ is_active: false }), await put()];
  const amina = createDevice(server.as('amina'));
  await amina.exchange([vote(deleted, true)]);
  await server.as('sara').delete(`/api/articles/${deleted}`);

  const { results } = await amina.exchange([vote(draft, true), vote(deleted, false)]);

  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect(await votesOn(draft)).toBeUndefined();
  expect(await votesOn(deleted)).toBeUndefined();
});

const reply = { kind: 'reply', texts: { en: { title: 'Code', body: 'Hello {first_name}, about {order}' } } };
const repliesFor = async (who: TestUserName) => {
  const { articles } = (await server.as(who).get('/api/articles?replies=true')).body as { articles: Article[] };
  return articles.filter(({ kind }) => kind === 'reply').map(({ id }) => id);
};

test('S2R-07 canned replies reach only users who answer tickets, and only apps that ask for them', async () => {
  const [active, draft] = [await put(reply), await put({ ...reply, is_active: false })];

  expect(await repliesFor('sara')).toEqual([active, draft]);
  expect(await repliesFor('amina')).toEqual([]);
  for (const who of ['sara', 'amina'] as const) expect((await idsOf(who)).includes(active)).toBe(false);
  // An app of an earlier version does not read the articles again and again: the revision does not depend on the question.
  expect((await listOf('sara')).revision).toBe(await reported('sara'));
  const asked = await server.as('sara').get('/api/articles?replies=true');
  expect(asked.body.revision).toBe(await reported('sara'));
});

test('S2R-07 a canned reply has no votes and no last day', async () => {
  const created = await create({ ...reply, until: '2026-12-01T00:00:00Z' });
  const { id } = created.body.article;

  const { results } = await createDevice(server.as('sara')).exchange([vote(id, true)]);

  expect(created.body.article).toMatchObject({ kind: 'reply', until: null });
  expect(results[0]).toMatchObject({ status: 200 });
  expect(await votesOn(id)).toBeUndefined();
});

test('S2R-07 a canned reply with an unknown variable, or longer than a response, is refused, also when it is changed', async () => {
  const id = await put(reply);
  const texts = (body: string) => ({ texts: { fr: { title: 'Code', body } } });
  const wrong = [
    ['Bonjour {prenom}', ['variable:prenom']],
    ['Bonjour { order }', ['variable: order ']],
    ['x'.repeat(10_001), ['max:10000']],
  ] as const;

  for (const [body, codes] of wrong)
    for (const answer of [await create({ ...reply, ...texts(body) }), await edit(id, texts(body))]) {
      expectRefused(answer, 422, 'INVALID_FIELDS');
      expect(answer.body.errors).toEqual({ 'texts.fr.body': codes });
    }
  // In an article, braces are text.
  expect((await create(texts('{prenom}'))).status).toBe(200);
});
