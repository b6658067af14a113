import { CallFailure } from '../api/failure.ts';
import { storeArticles, withReplies } from '../local/articles.ts';
import type { LocalDatabase } from '../local/database.ts';
import { isStorageError } from '../local/storage-errors.ts';
import { NotSaved, withStorageRetry } from './storage.ts';
import type { Transport } from './transport.ts';

/** The databases whose articles are being read. */
const running = new WeakSet<LocalDatabase>();

/**
 * Reads all articles again when the last pass has reported another revision than that of this device. Pages call it
 * after each pass, so a failure is tried again with the next one; the service worker only stores the reported revision.
 */
export async function refreshArticles(db: LocalDatabase, transport: Transport): Promise<void> {
  if (running.has(db)) return;
  running.add(db);
  try {
    await refresh(db, transport);
  } catch (thrown) {
    if (!(isTriedAgain(thrown) || db.isRetired)) reportError(thrown);
  } finally {
    running.delete(db);
  }
}

/** Returns whether the next pass may succeed: an error of the connection, of the server or of the storage. */
const isTriedAgain = (thrown: unknown): boolean =>
  thrown instanceof CallFailure || thrown instanceof NotSaved || isStorageError(thrown);

async function refresh(db: LocalDatabase, transport: Transport): Promise<void> {
  const [newest, stored] = await Promise.all([db.fact('articlesNewest'), db.fact('articles')]);
  if (newest === undefined || withReplies(newest) === stored) return;
  const token = await transport.token(db.userId);
  if (!token) return;
  // The contract's schemas are no part of the first load; like the answer, they may be unreachable.
  const { listArticles } = await import('../../contract/articles.ts').catch(() => {
    throw new CallFailure('unreachable');
  });
  const answer = await transport.call<typeof listArticles>(listArticles, { replies: 'true' }, { token });
  await withStorageRetry(db, () => storeArticles(db, newest, answer));
}
