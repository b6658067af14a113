import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type * as endpoints from '../../../contract/topups.ts';
import { lockAccount } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toEuros } from '../../platform/base/wire-values.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { notify } from '../../shared/notify.ts';
import { mayDecide } from './policy.ts';
import { checkWaiting, decide, findTopup, findTopupFor, lockTopup, topupRows } from './rows.ts';

type Input = ParsedInputOf<typeof endpoints.refuseTopup>;

/** Refuses a waiting request with a reason, which its owner reads. It needs no PIN: no money moves. */
export async function refuseTopup(ctx: SignedIn, input: Input): Promise<OutputOf<typeof endpoints.refuseTopup>> {
  const request = { key: ctx.key, kind: 'topup.refuse', args: input };
  touchedOrThrow(await runOnce(ctx, request, (transaction) => refuseInTransaction(transaction, input)));
  const { reader } = ctx.services;
  const [topup] = await topupRows(reader, [await findTopupFor(reader, input.id, ctx.person)], ctx.person);
  return { code: 'SUCCESS', topup: topup! };
}

async function refuseInTransaction(transaction: TransactionContext, { id, reason, note }: Input): Promise<string[]> {
  const { tx, person } = transaction;
  const seen = allow(await findTopup(tx, id), () => mayDecide(person), { otherwise: 'FORBIDDEN' });
  await lockAccount(tx, seen.user_id);
  const topup = await lockTopup(tx, id);
  checkWaiting(topup, person);
  if (reason === 'other' && note === null) throw new Refusal('INVALID_FIELDS', { note: ['required'] });
  await decide(transaction, topup, {
    status: 'refused',
    reason,
    decision_note: note,
    decided_by: person.id,
    decided_by_name: person.name,
  });
  const { number, user_id: owner, amount_cents: amount } = topup;
  await audit(transaction, {
    action: 'topup.refuse',
    entity: 'topups',
    entityKey: id,
    old: { status: topup.status },
    new: { status: 'refused', number, reason },
  });
  const about = { topup_id: id, topup_number: number, amount: toEuros(amount), reason };
  await notify(transaction, [owner], { kind: 'topup.refused', about });
  await queueNotice(transaction, owner, { kind: 'topup.refused', topup: { id, number, amount, reason, note } });
  return [`topups:${id}`];
}
