import type { health, ready } from '../../../contract/app.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { version } from '../../platform/version.ts';

/** Says that the process answers; asks nothing else. */
export async function tellHealth(): Promise<OutputOf<typeof health>> {
  return { status: 'ok', version };
}

/** Says that everything the process needs answers. Refuses with BUSY and the names of the parts that do not. */
export async function tellReady({ means, isStopping }: Context): Promise<OutputOf<typeof ready>> {
  const missing = isStopping() ? ['stopping'] : await means.readiness.missing();
  if (missing.length > 0) throw new Refusal('BUSY', { not_ready: missing });
  return { status: 'ok', version };
}
