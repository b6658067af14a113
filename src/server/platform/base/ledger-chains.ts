import { hash } from 'node:crypto';
import { sql, type QueryExecutorProvider } from 'kysely';
import { hashedText, type HashedRow } from '../../../contract/ledger-chain.ts';

/** The hash of a ledger row that follows the row with `previousHash`, which is empty for a user's first row. */
export const hashAfter = (previousHash: string, row: HashedRow): string =>
  hash('sha256', hashedText(previousHash, row));

/** A ledger row with its stored hash. */
interface ChainedRow extends HashedRow {
  id: number;
  hash: string;
}

/** The rows that one statement reads. */
const batchSize = 2_000;

/** Reads the rows of the ledger, or of one user, in the order of their ids and in batches. */
export async function* readLedger(
  db: QueryExecutorProvider,
  { userId }: { userId?: number } = {},
): AsyncGenerator<ChainedRow[]> {
  const ofUser = userId === undefined ? sql`` : sql`user_id = ${userId} and`;
  for (let last = 0; ;) {
    const { rows } = await sql<ChainedRow>`
      select id, user_id, amount_cents, before_cents, after_cents, currency, kind, order_id, created_at, note, hash
      from ledger where ${ofUser} id > ${last} order by id limit ${batchSize}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)!.id;
  }
}
