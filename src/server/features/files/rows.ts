import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** Says whether a file is the proof of an order of this person that was not deleted. */
export async function ownsOrderOf(db: Kysely<Database>, userId: number, fileId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('file_id', '=', fileId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return order !== undefined;
}
