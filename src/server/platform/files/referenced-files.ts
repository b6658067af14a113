import type { Kysely } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/schema.ts';
import { logoFile, readShopSettings } from '../database/shop.ts';

/** Rows read between two turns of the event loop. */
const pageSize = 2_000;

/** Returns the names of all stored files that rows refer to. */
export async function referencedFiles(db: Kysely<Database>): Promise<Set<string>> {
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
  const productsWithPicture = await db
    .selectFrom('products')
    .select('image')
    .where('image', 'like', '%/files/catalog/%')
    .execute();
  for (const { image } of productsWithPicture) {
    // A picture may be given by its full URL on this server, which refers to a stored file too.
    const name = /\/files\/(catalog\/[a-z0-9-]+\.[a-z0-9]{2,5})/.exec(image ?? '')?.[1];
    if (name) names.add(name);
  }
  const { logo } = await readShopSettings(db);
  if (logo) names.add(logoFile(logo));
  return names;
}
