import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { cancelOutcome, readOutcome } from '../../../contract/sync.ts';
import type { SignedIn } from '../../platform/context.ts';
import { readKey, cancelKey } from '../../platform/idempotency.ts';

/** The state of one of the user's keys. */
export async function readOutcomeOf(
  ctx: SignedIn,
  { key }: ParsedInputOf<typeof readOutcome>,
): Promise<OutputOf<typeof readOutcome>> {
  return { code: 'SUCCESS', ...(await readKey(ctx, key)) };
}

/** Cancels a key and returns its state: a request that arrives later is refused. */
export async function cancelOutcomeOf(
  ctx: SignedIn,
  { key }: ParsedInputOf<typeof cancelOutcome>,
): Promise<OutputOf<typeof cancelOutcome>> {
  return { code: 'SUCCESS', ...(await cancelKey(ctx, key)) };
}
