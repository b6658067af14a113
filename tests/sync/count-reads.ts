import type { DBCoreTable } from 'dexie';
import type { LocalDatabase } from '../../src/client/local/database.ts';

/** What a device has done in its database since `recordReads`. */
export interface Recorded {
  /** Requests for rows, keys and counts, by table. */
  requests: Record<string, number>;
  /** Rows and keys that came back, by table. */
  rows: Record<string, number>;
  /** The transactions that may write: their tables and how durable they are. */
  writing: { tables: string[]; durability: string | undefined }[];
}

/** Records what a device reads from now on; opens its database again. */
export async function recordReads(db: LocalDatabase): Promise<Recorded> {
  const recorded: Recorded = { requests: {}, rows: {}, writing: [] };
  db.close();
  db.use({
    stack: 'dbcore',
    name: 'record reads',
    // Below everything the product adds.
    level: -5,
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        if (mode === 'readwrite') recorded.writing.push({ tables: [...stores], durability: options?.durability });
        return core.transaction(stores, mode, options);
      },
      table: (name) => counting(core.table(name), recorded),
    }),
  });
  await db.open();
  return recorded;
}

function counting(table: DBCoreTable, { requests, rows }: Recorded): DBCoreTable {
  const asked = () => void (requests[table.name] = (requests[table.name] ?? 0) + 1);
  const came = (found: unknown[]) => {
    rows[table.name] = (rows[table.name] ?? 0) + found.filter((one) => one !== undefined).length;
  };
  return {
    ...table,
    async get(request) {
      asked();
      const found: unknown = await table.get(request);
      came([found]);
      return found;
    },
    async getMany(request) {
      asked();
      const found = await table.getMany(request);
      came(found);
      return found;
    },
    async query(request) {
      asked();
      const found = await table.query(request);
      came(found.result);
      return found;
    },
    count(request) {
      asked();
      return table.count(request);
    },
  };
}
