import type { Selectable, Transaction } from 'kysely';
import type { MutationArgs } from '../../../contract/mutations.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { searchText } from '../../../contract/search.ts';
import { foldedSlipNumber, missingProofs, type TopupProof } from '../../../contract/topup-rules.ts';
import { lockAccount } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import { dayName, localOf } from '../../platform/base/calendar.ts';
import { allow } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toCents, toEuros } from '../../platform/base/wire-values.ts';
import type { TopupMethods } from '../../platform/database/schema-topups.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { notify } from '../../shared/notify.ts';
import { nextNumber } from '../../shared/numbers.ts';
import { addToAlike, findAlike } from './alike.ts';
import { attachSlips } from './attachments.ts';
import { checkLimits } from './limits.ts';
import { mayOpenTopups } from './policy.ts';
import { announceTopups, deciderIds, findTopup, type TopupRecord } from './rows.ts';

type Args = MutationArgs<'topup.open'>;

/** Opens a request of the acting customer with the id made on their device, and notifies the admins. No money moves. */
export async function openTopupInTransaction(transaction: TransactionContext, args: Args): Promise<string[]> {
  const { tx } = transaction;
  const customer = allow(transaction.person, mayOpenTopups, { otherwise: 'FORBIDDEN' });
  await lockAccount(tx, customer.id);
  const existing = await findTopup(tx, args.id);
  if (existing) return requireSameTopup(transaction, existing, args);
  const method = await checkedMethod(transaction, args);
  await checkLimits(transaction, toCents(args.amount));

  // The counter is locked until the commit, so that of two alike requests the second one finds the first.
  const number = await nextNumber(tx, 'topup_number');
  const topup = await insertTopup(transaction, { args, number, method });
  await attachSlips(transaction, args.file_ids ?? [], topup.id);
  const alike = await findAlike(tx, topup);
  await tx
    .updateTable('topups')
    .set({ alike: JSON.stringify(alike) })
    .where('id', '=', topup.id)
    .execute();
  await announceTopups(tx, await addToAlike(tx, { id: topup.id, alike }), { isInternal: true });
  await audit(transaction, {
    action: 'topup.open',
    entity: 'topups',
    entityKey: topup.id,
    new: { number, amount: toEuros(topup.amount_cents), method_id: method.id },
  });
  await notify(transaction, await deciderIds(tx), {
    kind: 'topup.opened',
    about: { topup_id: topup.id, topup_number: number, amount: toEuros(topup.amount_cents), by: customer.name },
  });
  await announceTopups(tx, [topup]);
  return [`topups:${topup.id}`];
}

/** Returns the reference of a request that was sent again with another key; refuses any other use of its id. */
function requireSameTopup({ person }: TransactionContext, existing: TopupRecord, args: Args): string[] {
  const isSame =
    existing.user_id === person.id &&
    existing.method_id === args.method_id &&
    existing.amount_cents === toCents(args.amount) &&
    existing.slip_number === args.slip_number &&
    existing.paid_on === (args.paid_on ?? null) &&
    existing.note === args.note;
  if (!isSame) throw new Refusal('INVALID_FIELDS', { id: ['unique'] });
  return [`topups:${existing.id}`];
}

type Method = Selectable<TopupMethods>;

/** Returns the method of a request. Throws INVALID_FIELDS when it is not active, or when the request does not fit it. */
async function checkedMethod(transaction: TransactionContext, args: Args): Promise<Method> {
  const method = await findActiveMethod(transaction.tx, args.method_id);
  if (!method) throw new Refusal('INVALID_FIELDS', { method_id: ['invalid'] });
  const cents = toCents(args.amount);
  const missing = missingProofs(method.proof as TopupProof, {
    files: args.file_ids?.length ?? 0,
    slipNumber: args.slip_number,
  });
  const errors: FieldErrors = {
    ...(cents < method.min_cents && { amount: [`number-min:${toEuros(method.min_cents)}`] }),
    ...(cents > method.max_cents && { amount: [`number-max:${toEuros(method.max_cents)}`] }),
    ...(isToCome(transaction, args.paid_on) && { paid_on: ['invalid'] }),
    ...Object.fromEntries(missing.map((field) => [field, ['required']])),
  };
  if (Object.keys(errors).length > 0) throw new Refusal('INVALID_FIELDS', errors);
  return method;
}

const findActiveMethod = (tx: Transaction<Database>, id: number): Promise<Method | undefined> =>
  tx.selectFrom('topup_methods').selectAll().where('id', '=', id).where('is_active', '=', 1).executeTakeFirst();

const dayMs = 86_400_000;

/** Whether a day is after tomorrow in the shop's calendar: tomorrow may have begun where the customer is. */
const isToCome = ({ now, services }: TransactionContext, day: string | null | undefined): boolean =>
  typeof day === 'string' && day > dayName(localOf(now + dayMs, services.settings.timeZone));

async function insertTopup(
  { tx, person, now }: TransactionContext,
  { args, number, method }: { args: Args; number: number; method: Method },
): Promise<TopupRecord> {
  const slipNumberKey = foldedSlipNumber(args.slip_number);
  const topup = await tx
    .insertInto('topups')
    .values({
      id: args.id,
      number,
      user_id: person.id,
      user_name: person.name,
      method_id: method.id,
      method_name: method.name,
      amount_cents: toCents(args.amount),
      credited_cents: null,
      slip_number: args.slip_number,
      slip_number_key: slipNumberKey,
      paid_on: args.paid_on ?? null,
      note: args.note,
      status: 'waiting',
      reason: null,
      decision_note: null,
      decided_by: null,
      decided_by_name: null,
      decided_at: null,
      alike: '[]',
      search_text: searchText([number, person.name, person.email, args.slip_number, slipNumberKey]),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!topup) throw new Refusal('IN_PROGRESS');
  return topup as TopupRecord;
}
