import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database/schema.ts';

/** The counters of numbers that users see, each with its first number. */
const firstNumbers = { ticket_number: 1001, topup_number: 1 } as const;

/**
 * Returns the next number of a counter. Its row stays locked until the commit, so call this late in a transaction. A
 * rolled back transaction leaves no gap.
 */
export async function nextNumber(tx: Transaction<Database>, name: keyof typeof firstNumbers): Promise<number> {
  const { value } = await tx
    .insertInto('house')
    .values({ name, value: String(firstNumbers[name]) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql<string>`cast(cast(house.value as bigint) + 1 as text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}
