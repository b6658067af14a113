import type { Kysely } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/schema.ts';

/** Rows that are read between two turns of the event loop. */
const pageSize = 2_000;

/** The names of all files a row stands for: proofs, and pictures of products. */
export async function namedFiles(db: Kysely<Database>): Promise<Set<string>> {
  const names = new Set<string>();
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('files')
      .select(['id', 'stored'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { stored } of rows) names.add(stored);
    if (rows.length < pageSize) break;
    after = rows.at(-1)!.id;
    await setImmediate();
  }
  const pictured = await db
    .selectFrom('products')
    .select('image')
    .where('image', 'like', '%/files/catalog/%')
    .execute();
  for (const { image } of pictured) {
    // A picture may be given by its whole address here: that names the file as well.
    const name = /\/files\/(catalog\/[a-z0-9-]+\.[a-z0-9]{2,5})/.exec(image ?? '')?.[1];
    if (name) names.add(name);
  }
  return names;
}
