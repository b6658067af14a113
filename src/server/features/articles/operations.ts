import type {
  createArticle,
  deleteArticle,
  listArticles,
  listArticleVotes,
  moveArticle,
  updateArticle,
} from '../../../contract/articles.ts';
import { cannedReplyErrors } from '../../../contract/canned-replies.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { MutationArgs } from '../../../contract/mutations.ts';
import { audit } from '../../platform/audit.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { checkRevision, withCurrent } from '../../platform/changes/revision.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { runOnce, touchedOrThrow, type KeyedRequest } from '../../platform/idempotency.ts';
import { lockArticles, readArticleRevision } from '../../shared/article-revision.ts';
import {
  articleToChange,
  changedFields,
  insertArticle,
  moveBefore,
  storeVote,
  updateArticleRow,
  type ArticleFields,
} from './records.ts';
import { countVotes, findArticle, visibleArticles } from './rows.ts';

type ArticleAnswer = OutputOf<typeof createArticle>;
type CreateInput = ParsedInputOf<typeof createArticle>;

/**
 * All articles that the user may see. The revision is read first: when an article changes meanwhile, devices read
 * again.
 */
export async function articleList(
  ctx: SignedIn,
  { replies }: ParsedInputOf<typeof listArticles>,
): Promise<OutputOf<typeof listArticles>> {
  const { reader, now } = ctx.services;
  const revision = await readArticleRevision(reader, ctx.person);
  const articles = await visibleArticles(reader, ctx.person, { now: now(), withReplies: replies === 'true' });
  return { code: 'SUCCESS', articles, revision };
}

/** The numbers of votes on each article. */
export async function articleVotes(ctx: SignedIn): Promise<OutputOf<typeof listArticleVotes>> {
  return { code: 'SUCCESS', votes: await countVotes(ctx.services.reader) };
}

export async function addArticle(ctx: SignedIn, input: CreateInput): Promise<ArticleAnswer> {
  const [ref] = await changeArticles(ctx, 'article.create', input, (transaction) =>
    createInTransaction(transaction, input),
  );
  return answerFor(ctx, Number(ref!.slice('articles:'.length)));
}

async function createInTransaction(transaction: TransactionContext, { kind, ...fields }: CreateInput) {
  checkTexts(kind, fields);
  const article = await insertArticle(transaction, kind, fields);
  const entry = { action: 'article.create', entity: 'articles', entityKey: article.id };
  await audit(transaction, { ...entry, new: { kind, ...fields } });
  return [`articles:${article.id}`];
}

/** Throws INVALID_FIELDS for a canned reply with an unknown variable, or one that is too long for a response. */
function checkTexts(kind: string, { texts }: Pick<ArticleFields, 'texts'>): void {
  const errors = kind === 'reply' ? cannedReplyErrors(texts) : {};
  if (Object.keys(errors).length > 0) throw new Refusal('INVALID_FIELDS', errors);
}

/** Replaces the fields; with `If-Match` only if the article still has that revision. */
export async function editArticle(
  ctx: SignedIn,
  { id, ...fields }: ParsedInputOf<typeof updateArticle>,
): Promise<ArticleAnswer> {
  const args = { id, fields, revision: ctx.revision };
  const change = () =>
    changeArticles(ctx, 'article.update', args, (transaction) => updateInTransaction(transaction, args));
  await withCurrent(change, async () => (await answerFor(ctx, id)).article);
  return answerFor(ctx, id);
}

async function updateInTransaction(
  transaction: TransactionContext,
  { id, fields, revision }: { id: number; fields: ArticleFields; revision: number | null },
): Promise<string[]> {
  const article = await articleToChange(transaction, id);
  checkRevision(revision, article.rev);
  if (article.kind === 'balance' && !fields.is_active) throw new Refusal('INVALID_FIELDS', { is_active: ['invalid'] });
  const { kind = article.kind } = fields;
  if (kind !== article.kind && [kind, article.kind].includes('balance'))
    throw new Refusal('INVALID_FIELDS', { kind: ['invalid'] });
  checkTexts(kind, fields);
  const changed = await updateArticleRow(transaction, article, fields);
  const entry = { action: 'article.update', entity: 'articles', entityKey: id };
  await audit(transaction, { ...entry, ...changedFields(article, changed) });
  return [`articles:${id}`];
}

/** Places an article before another one, or last. */
export async function placeArticle(ctx: SignedIn, input: ParsedInputOf<typeof moveArticle>): Promise<ArticleAnswer> {
  const { id, before_id: beforeId } = input;
  await changeArticles(ctx, 'article.move', input, async (transaction) => {
    const article = await articleToChange(transaction, id);
    const position = await moveBefore(transaction.tx, article, beforeId);
    const entry = { action: 'article.move', entity: 'articles', entityKey: id };
    await audit(transaction, { ...entry, old: { position: article.position }, new: { position } });
    return [`articles:${id}`];
  });
  return answerFor(ctx, id);
}

/** Deletes an article with its votes. Throws FORBIDDEN for the text about adding balance. */
export async function removeArticle(
  ctx: SignedIn,
  input: ParsedInputOf<typeof deleteArticle>,
): Promise<OutputOf<typeof deleteArticle>> {
  await changeArticles(ctx, 'article.delete', input, async (transaction) => {
    const { id, kind, topic, texts } = await articleToChange(transaction, input.id);
    if (kind === 'balance') throw new Refusal('FORBIDDEN');
    await transaction.tx.deleteFrom('articles').where('id', '=', id).execute();
    const entry = { action: 'article.delete', entity: 'articles', entityKey: id };
    await audit(transaction, { ...entry, old: { kind, topic, texts: JSON.parse(texts) } });
    return [`articles:${id}`];
  });
  return { code: 'SUCCESS' };
}

/** Stores the user's vote; a vote on an article that is gone or hidden by now changes nothing. */
export async function voteInTransaction(
  transaction: TransactionContext,
  args: MutationArgs<'article.vote'>,
): Promise<string[]> {
  await storeVote(transaction, args);
  return [];
}

/** Runs a change of the articles once per key, and asks all devices for a pass, which finds the new revision. */
async function changeArticles(
  ctx: SignedIn,
  kind: string,
  args: KeyedRequest['args'],
  run: (transaction: TransactionContext) => Promise<string[]>,
): Promise<string[]> {
  const outcome = await runOnce(ctx, { key: ctx.key, kind, args }, async (transaction) => {
    await lockArticles(transaction.tx);
    return run(transaction);
  });
  const touched = touchedOrThrow(outcome);
  ctx.services.notifier.notify(['catalog']);
  return touched;
}

async function answerFor(ctx: SignedIn, id: number): Promise<ArticleAnswer> {
  const article = await findArticle(ctx.services.reader, id);
  if (!article) throw new Refusal('NOT_FOUND');
  return { code: 'SUCCESS', article };
}
