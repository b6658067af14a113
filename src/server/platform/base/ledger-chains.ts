import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider } from 'kysely';
import { hashedText, type HashedRow } from '../../../contract/ledger-chain.ts';

/** The hash of a ledger row that follows the row with `previousHash`, which is empty for a user's first row. */
export const hashAfter = (previousHash: string, row: HashedRow): string =>
  createHash('sha256').update(hashedText(previousHash, row)).digest('hex');

/** A ledger row with its stored hash. */
interface ChainedRow extends HashedRow {
  id: number;
  hash: string;
}

/** Reads all rows of the ledger, those of one user after those of another and each user's in their order, in batches. */
export async function* readChains(db: QueryExecutorProvider, batchSize = 2_000): AsyncGenerator<ChainedRow[]> {
  let last = { user_id: 0, id: 0 };
  for (;;) {
    const { rows } = await sql<ChainedRow>`
      select id, user_id, amount_cents, before_cents, after_cents, currency, kind, order_id, created_at, note, hash
      from ledger where (user_id, id) > (${last.user_id}, ${last.id})
      order by user_id, id limit ${batchSize}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)!;
  }
}
