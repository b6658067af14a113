import type { OutputOf } from '../../../contract/endpoint.ts';
import type { readBalance } from '../../../contract/balance.ts';
import type { SignedIn } from '../../platform/context.ts';
import { toEuros } from '../../platform/money.ts';
import { balanceOf } from './rows.ts';

/** What the signed-in person has left, in euros. */
export async function tellBalance(ctx: SignedIn): Promise<OutputOf<typeof readBalance>> {
  return { code: 'SUCCESS', balance: toEuros(await balanceOf(ctx.means.reader, ctx.person.id)) };
}
