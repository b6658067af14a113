import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { listArticleVotes, moveArticle, updateArticle, type Article } from '../../../contract/articles.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { createSaving, useUndecidedText } from '../../forms/lost-attempt.ts';
import { readArticles } from '../../local/articles.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { toast } from '../../ui/toast.ts';
import type { Move } from './admin-help-source.ts';

/**
 * Returns a function that publishes one article or makes it a draft; it returns whether the server has done it. After a
 * lost answer the same choice is sent again with its key, and another one when that attempt is decided.
 */
export function usePublish(): (article: Article, isActive: boolean) => Promise<boolean> {
  const { t } = useLingui();
  const report = useReport();
  const [save] = useState(createPublishing);
  return async (article, isActive) => {
    const sent = save({ ...fieldsOf(article), is_active: isActive }, article);
    return report(sent.then(storeAnswer), isActive ? t`Published` : t`Kept as a draft`);
  };
}

type Fields = ReturnType<typeof fieldsOf>;

const fieldsOf = ({ id, topic, texts, until, is_active }: Article) => ({ id, topic, texts, until, is_active });

const createPublishing = () =>
  createSaving<Fields, Article, { article: Article }>({
    send: (fields, { rev }, key) => call(updateArticle, fields, { key, revision: rev }),
    versionIn: ({ article }) => article,
    hasValues: (article, sent) => JSON.stringify(fieldsOf(article)) === JSON.stringify(sent),
  });

/** Returns a function that moves an article; it returns whether the server has done it. The list shows the result. */
export function useMoveArticle(): (id: number, to: Move) => Promise<boolean> {
  const report = useReport();
  return (id, to) => {
    const sent = call(moveArticle, { id, ...to });
    return report(
      sent.then(() => storeMove(id, to)),
      null,
    );
  };
}

/** Stores the article of an answer on this device, before the next pass has read all of them again. */
export const storeAnswer = ({ article }: { article: Article }): Promise<unknown> =>
  store((db) => db.articles.put(article));

/** Removes a deleted article from this device. */
export const removeStored = (id: number): Promise<unknown> => store((db) => db.articles.delete(id));

/** Stores the new order as the server numbers it. */
const storeMove = (id: number, { before_id: beforeId }: Move): Promise<unknown> =>
  store(async (db) => {
    const articles = (await readArticles(db)) ?? [];
    const others = articles.filter((one) => one.id !== id);
    const found = others.findIndex((one) => one.id === beforeId);
    const moved = articles.filter((one) => one.id === id);
    const ordered = others.toSpliced(found < 0 ? others.length : found, 0, ...moved);
    await db.articles.bulkPut(ordered.map((one, position) => ({ ...one, position })));
  });

/** Writes an accepted change to this device. When the storage fails, the pass after the change reads the articles. */
const store = (write: (db: LocalDatabase) => Promise<unknown>): Promise<unknown> =>
  write(currentDatabase()).catch(() => undefined);

/** Returns a function that shows why a request failed, or what was done, and starts a pass. */
function useReport(): (sent: Promise<unknown>, done: string | null) => Promise<boolean> {
  const { failure: sentenceOf } = useRefusalText();
  const undecidedText = useUndecidedText();
  return async (sent, done) => {
    const failure = await sent.then(() => null, asFailure);
    if (failure) toast({ tone: 'error', title: undecidedText(failure) ?? sentenceOf(failure) });
    else if (done !== null) toast({ tone: 'success', title: done });
    void syncNow();
    return failure === null;
  };
}

type Votes = OutputOf<typeof listArticleVotes>['votes'][number];

/** Returns the votes on an article, by its id, or null while they are not known. They need a connection. */
export function useVotes(): (id: number) => Pick<Votes, 'helpful' | 'unhelpful'> | null {
  const online = useOnline();
  // Without an answer the numbers are a dash.
  const { data } = useRequest('articles/votes', (signal) => call(listArticleVotes, {}, { signal }));
  return (id) => (online && data ? (data.votes.find((one) => one.article_id === id) ?? noVotes) : null);
}

const noVotes = { helpful: 0, unhelpful: 0 };
