import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import type { Article } from '../../src/contract/articles.ts';
import { isShown, readArticles } from '../../src/client/local/articles.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { refreshArticles } from '../../src/client/sync/refresh-articles.ts';
import { wipeCache } from '../../src/client/sync/user-data.ts';
import { amina, callFailure, deviceOf, eachMutation, nothingNew, type CallResult, type TestDevice } from './support.ts';

const article = (id: number, more: Partial<Article> = {}): Article => ({
  id,
  kind: 'article',
  topic: 'orders',
  texts: { en: { title: `Article ${id}`, body: 'Its text' } },
  is_active: true,
  position: id,
  until: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  rev: 1,
  ...more,
});

const listPath = '/api/articles';

/** Amina's device and a server with these articles; `revision` is that of the server, missing on an older one. */
async function aminasDevice() {
  const server = {
    articles: [article(1), article(2)],
    revision: 'user.r1' as string | undefined,
    list: (): CallResult | Promise<CallResult> => ({
      code: 'SUCCESS',
      articles: server.articles,
      revision: server.revision,
    }),
  };
  const device = await deviceOf(amina, (path) =>
    path === listPath ? server.list() : nothingNew(server.revision === undefined ? {} : { articles: server.revision }),
  );
  return { server, device };
}

/** One pass of a page. */
async function passOfPage({ db, environment }: TestDevice): Promise<void> {
  await pass(db, environment);
  await refreshArticles(db, environment.transport);
}

const listCalls = ({ calls }: TestDevice): number => calls.filter(({ path }) => path === listPath).length;
const idsOn = async ({ db }: TestDevice) => (await readArticles(db))?.map(({ id }) => id) ?? null;

test('S1-08 the first pass of a page reads the articles; later ones only when their revision has changed', async () => {
  const { server, device } = await aminasDevice();
  expect(await idsOn(device)).toBeNull();

  await passOfPage(device);
  await passOfPage(device);
  expect([await idsOn(device), listCalls(device)]).toEqual([[1, 2], 1]);

  server.articles = [article(3, { position: 9 }), article(2)];
  server.revision = 'user.r2';
  await passOfPage(device);
  await passOfPage(device);
  expect([await idsOn(device), listCalls(device)]).toEqual([[2, 3], 2]);
});

test('S2R-07 a device asks for the canned replies, also when an earlier version of the app has read the same revision', async () => {
  const { server, device } = await aminasDevice();
  await device.db.setFact('articles', 'user.r1');
  server.articles = [article(1), article(2, { kind: 'reply' })];

  await passOfPage(device);
  await passOfPage(device);

  expect([await idsOn(device), listCalls(device)]).toEqual([[1, 2], 1]);
  expect(device.calls.find(({ path }) => path === listPath)?.input).toEqual({ replies: 'true' });
});

test('S1-08 a failed reading keeps the articles and is tried again with the next pass', async () => {
  const { server, device } = await aminasDevice();
  await passOfPage(device);
  const answer = server.list;
  server.articles = [article(7)];
  server.revision = 'user.r2';

  for (const kind of ['unreachable', 'busy'] as const) {
    server.list = () => callFailure(kind);
    await passOfPage(device);
    expect(await idsOn(device)).toEqual([1, 2]);
  }
  server.list = answer;
  await passOfPage(device);

  expect(await idsOn(device)).toEqual([7]);
});

test('S1-08 a pass of the service worker reads no articles; the next pass of a page does', async () => {
  const { server, device } = await aminasDevice();
  await passOfPage(device);
  server.articles = [article(7)];
  server.revision = 'user.r2';

  await pass(device.db, device.environment);
  expect([await idsOn(device), listCalls(device)]).toEqual([[1, 2], 1]);
  await passOfPage(device);

  expect(await idsOn(device)).toEqual([7]);
});

test('S1-08 a device of a server without articles syncs and keeps those it has', async () => {
  const { server, device } = await aminasDevice();
  await passOfPage(device);
  server.revision = undefined;

  await passOfPage(device);

  expect([await idsOn(device), listCalls(device)]).toEqual([[1, 2], 1]);
  const { device: older, server: olderServer } = await aminasDevice();
  olderServer.revision = undefined;
  await passOfPage(older);
  expect([await idsOn(older), listCalls(older)]).toEqual([null, 0]);
});

test('S1-08 an answer that is overtaken by a newer revision or by a sign-out is not stored', async () => {
  const { server, device } = await aminasDevice();
  await passOfPage(device);
  const answer = server.list;
  server.revision = 'user.r2';
  await pass(device.db, device.environment);

  const whileReading = async (meanwhile: () => Promise<unknown>) => {
    server.list = async () => {
      const result = await answer();
      await meanwhile();
      return result;
    };
    await refreshArticles(device.db, device.environment.transport);
  };
  server.articles = [article(7)];
  await whileReading(async () => {
    server.revision = 'user.r3';
    await pass(device.db, device.environment);
  });
  expect(await idsOn(device)).toEqual([1, 2]);

  await whileReading(() => wipeCache(device.db));
  expect([await device.db.articles.count(), await idsOn(device)]).toEqual([0, null]);
});

test('S1-08 articles that the storage cannot keep are read again with the next pass, without an error', async () => {
  const { device } = await aminasDevice();
  const errors = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', errors);
  const put = vi
    .spyOn(device.db.articles, 'bulkPut')
    .mockRejectedValueOnce(new DOMException('The device is full', 'QuotaExceededError'));

  await passOfPage(device);
  put.mockRestore();
  await passOfPage(device);
  vi.unstubAllGlobals();

  expect(await idsOn(device)).toEqual([1, 2]);
  expect(errors).not.toHaveBeenCalled();
});

test('OF-21 S1-08 articles are read with the next pass when the storage fails right after a pass, without an error', async () => {
  const { device } = await aminasDevice();
  const errors = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', errors);
  await pass(device.db, device.environment);
  vi.spyOn(device.db, 'fact').mockRejectedValueOnce(new DOMException('The storage failed', 'InvalidStateError'));

  await refreshArticles(device.db, device.environment.transport);
  expect(await idsOn(device)).toBeNull();
  await passOfPage(device);
  vi.unstubAllGlobals();

  expect(await idsOn(device)).toEqual([1, 2]);
  expect(errors).not.toHaveBeenCalled();
});

test('S1-08 an announcement is shown until its end by the given clock, a draft never', () => {
  const end = Date.UTC(2026, 10, 20, 12);
  const until = new Date(end).toISOString();

  expect([end - 1, end].map((now) => isShown(article(1, { until }), now))).toEqual([true, false]);
  expect(isShown(article(1), end)).toBe(true);
  expect(isShown(article(1, { is_active: false }), end)).toBe(false);
});

test('OF-03 votes wait in the outbox, the last one of each article only, and are sent without touching a row', async () => {
  const device = await deviceOf(amina, eachMutation({}), { indexedDB: new IDBFactory(), IDBKeyRange });
  const { db, environment } = device;
  for (const [id, isHelpful] of [
    [1, true],
    [2, true],
    [1, false],
  ] as const)
    await perform(db, 'article.vote', { article_id: id, is_helpful: isHelpful }, environment.runtime);

  expect(await db.shadow.count()).toBe(0);
  await pass(db, environment);

  const sent = device.requests().flatMap(({ mutations }) => mutations);
  expect(sent.map(({ lane, args }) => [lane, args])).toEqual([
    ['article:1', { article_id: 1, is_helpful: false }],
    ['article:2', { article_id: 2, is_helpful: true }],
  ]);
  expect(await db.outbox.count()).toBe(0);
});
