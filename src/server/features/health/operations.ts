import type { health } from '../../../contract/app.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { version } from '../../platform/version.ts';

/** Says that the database answers. Refuses with BUSY when it does not. */
export async function tellHealth(ctx: Context): Promise<OutputOf<typeof health>> {
  try {
    await ctx.means.reader.selectFrom('house').select('name').limit(1).execute();
  } catch (error) {
    ctx.means.log.warn({ err: error }, 'the database does not answer');
    throw new Refusal('BUSY');
  }
  return { status: 'ok', version };
}
