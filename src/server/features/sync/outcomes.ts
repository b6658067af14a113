import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { cancelOutcome, readOutcome } from '../../../contract/sync.ts';
import type { SignedIn } from '../../platform/context.ts';
import { readKey, sealKey } from '../../platform/once.ts';

/** What became of one of the person's keys. */
export async function tellOutcome(
  ctx: SignedIn,
  { key }: ParsedInputOf<typeof readOutcome>,
): Promise<OutputOf<typeof readOutcome>> {
  return { code: 'SUCCESS', ...(await readKey(ctx, key)) };
}

/** The same, and a key that has not arrived never does anything any more. */
export async function cancelKey(
  ctx: SignedIn,
  { key }: ParsedInputOf<typeof cancelOutcome>,
): Promise<OutputOf<typeof cancelOutcome>> {
  return { code: 'SUCCESS', ...(await sealKey(ctx, key)) };
}
