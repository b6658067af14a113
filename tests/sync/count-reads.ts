import type { LocalDatabase } from '../../src/client/local/database.ts';

/** Counts the rows and keys that are read out of one table from now on; opens the database again. */
export async function countReads(db: LocalDatabase, told: string): Promise<{ count: number }> {
  const read = { count: 0 };
  db.close();
  db.use({
    stack: 'dbcore',
    name: 'count reads',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        if (name !== told) return table;
        const counted = <Found>(found: Found[]): Found[] => {
          read.count += found.filter((one) => one !== undefined).length;
          return found;
        };
        return {
          ...table,
          query: async (request) => table.query(request).then((found) => (counted(found.result), found)),
          getMany: (request) => table.getMany(request).then(counted),
        };
      },
    }),
  });
  await db.open();
  return read;
}
