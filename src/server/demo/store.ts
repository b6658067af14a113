import type { Transaction } from 'kysely';
import type { Services } from '../platform/context.ts';
import type { CodeCipher } from '../platform/crypto/code-cipher.ts';
import type { Database } from '../platform/database/schema.ts';
import { continueIds } from '../platform/database/sequences.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { DemoShop, DemoTables } from './shop.ts';

/** Maximum number of parameters in one statement; SQLite allows 32,766 and PostgreSQL 65,535. */
const parametersMax = 8_000;

/** Writes all tables in one transaction, so that a failure leaves no part of the shop. */
export async function storeShop(services: Services, shop: DemoShop): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const { tables, codes } = services.codes ? encrypted(shop, services.codes) : withoutCodes(shop);
    for (const [table, rows] of Object.entries(tables)) {
      await insertRows(tx, table as keyof DemoTables, rows); // the keys of DemoTables
    }
    await insertRows(tx, 'codes', codes);
    await tx
      .updateTable('house')
      .set({ value: String(shop.lastTicketNumber) })
      .where('name', '=', 'ticket_number')
      .execute();
    await tx
      .insertInto('house')
      .values({ name: 'topup_number', value: String(shop.tables.topups.length) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
      .execute();
    await continueIds(tx, services.settings.database.kind);
  });
}

/** Encrypts the codes of a shop. */
const encrypted = ({ tables, codes }: DemoShop, cipher: CodeCipher) => ({
  tables,
  codes: codes.map(({ text: code, ...row }) => ({
    ...row,
    ciphertext: cipher.encrypt(row.uid, { code }),
    key_id: cipher.keyId,
    mark: cipher.marks(code)[0]!,
  })),
});

/** Returns a shop in which no product sells codes, for a server without a key. */
const withoutCodes = ({ tables }: DemoShop) => ({
  tables: {
    ...tables,
    products: tables.products.map((product) => ({ ...product, sells_codes: 0 })),
    order_items: tables.order_items.map((item) => ({ ...item, has_codes: 0 })),
    code_batches: [],
    stock: [],
    stock_watches: [],
  },
  codes: [],
});

/**
 * Inserts many rows of the same shape. The statement is compiled once for all full batches and once for the rest, so
 * that a hundred thousand rows take seconds.
 */
async function insertRows<Table extends keyof Database>(
  tx: Transaction<Database>,
  table: Table,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!);
  const size = Math.floor(parametersMax / columns.length);
  // A cast: the rows have the types of the tables, see DemoTables.
  const compile = (batch: readonly object[]) =>
    tx
      .insertInto(table)
      .values(batch as never)
      .compile();
  const full = rows.length >= size ? compile(rows.slice(0, size)) : null;
  for (let start = 0; start < rows.length; start += size) {
    const batch = rows.slice(start, start + size);
    const statement = full && batch.length === size ? full : compile(batch);
    const parameters = batch.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
    await tx.executeQuery({ ...statement, parameters });
  }
}
