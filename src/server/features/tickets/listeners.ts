import type { Kysely } from 'kysely';
import { roleIds } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/schema.ts';

/** The admins that are told about customers' tickets. */
export async function activeAdmins(db: Kysely<Database>): Promise<number[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', roleIds.admin)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  return admins.map(({ id }) => id);
}
