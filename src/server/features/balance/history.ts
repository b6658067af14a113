import type { readBalanceHistory, readOwnBalanceHistory, readBalance } from '../../../contract/balance.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { endOfRange, startOfRange } from '../../platform/base/calendar.ts';
import { offsetOf, pageMeta } from '../../platform/base/paging.ts';
import { findUser, mayReadActivity } from '../../shared/users.ts';
import { countLedger, ledgerOf, namesOfActors } from './rows.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import { toEuros } from '../../platform/base/wire-values.ts';

/** One page of a user's balance history, the newest movement first (S3-16). */
export async function balanceHistory(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readBalanceHistory>,
): Promise<OutputOf<typeof readBalanceHistory>> {
  const { reader } = ctx.services;
  const user = allow(await findUser(reader, input.id), mayReadActivity(ctx.person), { otherwise: 'FORBIDDEN' });
  const total = await countLedger(reader, user.id);
  const rows = await ledgerOf(reader, user.id, { newest: input.per_page, skip: offsetOf(input) });
  const names = await namesOfActors(
    reader,
    rows.map(({ id }) => id),
  );
  const history = rows.map((row) => ({
    ...row,
    action_by: names.get(row.id) ?? null,
    previous_balance: row.balance_before,
    new_balance: row.balance_after,
    operation_type: row.amount < 0 ? ('subtract' as const) : ('add' as const),
    fields: [{ field: 'balance', old_value: row.balance_before, new_value: row.balance_after }],
  }));
  const meta = pageMeta(ctx.url, input, total);
  return { code: 'SUCCESS', history, meta, ...meta };
}

/** One page of the user's own ledger, the newest row first: the rows of some kinds and of a range of time. */
export async function ownBalanceHistory(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readOwnBalanceHistory>,
): Promise<OutputOf<typeof readOwnBalanceHistory>> {
  const { reader, settings } = ctx.services;
  const filter = {
    kinds: input.kind,
    from: input.from ? startOfRange(input.from, settings.timeZone) : undefined,
    to: input.to ? endOfRange(input.to, settings.timeZone) : undefined,
  };
  const total = await countLedger(reader, ctx.person.id, { filter });
  const data = await ledgerOf(reader, ctx.person.id, { newest: input.per_page, skip: offsetOf(input), filter });
  return { code: 'SUCCESS', data: { data, ...pageMeta(ctx.url, input, total) } };
}

/** The balance of the signed-in user, in the shop's currency. */
export async function getBalance(ctx: SignedIn): Promise<OutputOf<typeof readBalance>> {
  return { code: 'SUCCESS', balance: toEuros(await balanceOf(ctx.services.reader, ctx.person.id)) };
}
