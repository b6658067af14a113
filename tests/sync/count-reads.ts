import type { DBCoreTable } from 'dexie';
import type { LocalDatabase } from '../../src/client/local/database.ts';

/** The operations on a device's database since `recordReads`. */
export interface RecordedOperations {
  /** Requests for rows, keys and counts, by table. */
  requests: Record<string, number>;
  /** Rows and keys that were returned, by table. */
  rows: Record<string, number>;
  /** The transactions that may write: their tables and how durable they are. */
  writeTransactions: { tables: string[]; durability: string | undefined }[];
}

/** Records a device's reads and write transactions from now on; closes its database and opens it again. */
export async function recordReads(db: LocalDatabase): Promise<RecordedOperations> {
  const recorded: RecordedOperations = { requests: {}, rows: {}, writeTransactions: [] };
  db.close();
  db.use({
    stack: 'dbcore',
    name: 'record reads',
    // Below the layers that the app adds to Dexie.
    level: -5,
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        if (mode === 'readwrite')
          recorded.writeTransactions.push({ tables: [...stores], durability: options?.durability });
        return core.transaction(stores, mode, options);
      },
      table: (name) => withCounts(core.table(name), recorded),
    }),
  });
  await db.open();
  return recorded;
}

function withCounts(table: DBCoreTable, { requests, rows }: RecordedOperations): DBCoreTable {
  const countRequest = () => void (requests[table.name] = (requests[table.name] ?? 0) + 1);
  const countRows = (found: unknown[]) => {
    rows[table.name] = (rows[table.name] ?? 0) + found.filter((one) => one !== undefined).length;
  };
  return {
    ...table,
    async get(request) {
      countRequest();
      const found: unknown = await table.get(request);
      countRows([found]);
      return found;
    },
    async getMany(request) {
      countRequest();
      const found = await table.getMany(request);
      countRows(found);
      return found;
    },
    async query(request) {
      countRequest();
      const found = await table.query(request);
      countRows(found.result);
      return found;
    },
    count(request) {
      countRequest();
      return table.count(request);
    },
  };
}
