import { savedAnswersMax } from '../../../contract/answer-rules.ts';
import type { MutationArgs } from '../../../contract/mutations.ts';
import { lockAccount } from '../../ledger/ledger.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { announce } from '../../platform/changes/feed.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';

/**
 * Keeps an answer of the acting user for other orders, with the id made on their device; the same id again replaces it.
 * Throws `id: max:50` when as many are kept, and `id: unique` for an id of another user.
 */
async function saveAnswer(
  transaction: TransactionContext,
  { id, save_as, name, value }: MutationArgs<'answer.save'>,
): Promise<string[]> {
  const { tx, person, now } = transaction;
  await lockAccount(tx, person.id); // two devices of one customer count one after the other
  const before = await tx
    .selectFrom('saved_answers')
    .select(['user_id', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (before && before.user_id !== person.id) throw new Refusal('INVALID_FIELDS', { id: ['unique'] });
  if ((!before || before.deleted_at !== null) && (await countKept(transaction)) >= savedAnswersMax)
    throw new Refusal('INVALID_FIELDS', { id: [`max:${savedAnswersMax}`] });
  const fields = { save_as, name, value, used_at: now, deleted_at: null };
  const { rev } = await tx
    .insertInto('saved_answers')
    .values({ id, user_id: person.id, ...fields, rev: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ ...fields, rev: row('saved_answers.rev', '+', 1) })),
    )
    .returning('rev')
    .executeTakeFirstOrThrow();
  await announceAnswer(transaction, { id, rev });
  return [`saved_answers:${id}`];
}

/** Removes a saved answer of the acting user with what it says; one that is gone, or of another user, changes nothing. */
async function forgetAnswer(transaction: TransactionContext, { id }: MutationArgs<'answer.forget'>): Promise<string[]> {
  const forgotten = await transaction.tx
    .updateTable('saved_answers')
    .set((row) => ({ name: '', value: '', deleted_at: transaction.now, rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .where('user_id', '=', transaction.person.id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'rev'])
    .executeTakeFirst();
  if (!forgotten) return [];
  await announceAnswer(transaction, { ...forgotten, deleted: true });
  return [`saved_answers:${id}`];
}

async function countKept({ tx, person }: TransactionContext): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_answers')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', person.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const announceAnswer = (
  { tx, person }: TransactionContext,
  { id, rev, deleted = false }: { id: string; rev: number; deleted?: boolean },
): Promise<void> => announce(tx, [{ scopes: [`u:${person.id}`], entity: 'saved_answers', key: id, rev, deleted }]);

/** The changes to their saved answers that users may make offline; there are no calls for them. */
export const mutations: readonly MutationHandler[] = [
  handlersOf('answer.save', saveAnswer, { createsRecord: true }),
  handlersOf('answer.forget', forgetAnswer),
].flat();
