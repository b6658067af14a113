import type { Kysely } from 'kysely';
import { levelOf } from '../../../src/contract/stock-rules.ts';
import { createCodeCipher } from '../../../src/server/platform/crypto/code-cipher.ts';
import { openDatabase } from '../../../src/server/platform/database/open.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { readSettings } from '../../../src/server/platform/base/settings.ts';
import { neverExpires } from '../../../src/server/shared/codes.ts';
import type { Shop } from './fill.ts';

/** The products whose orders get codes: 50 in turns, and one for whose stock all orders wait. */
export interface ProductsWithCodes {
  many: Shop['products'];
  one: Shop['products'];
}

const productsOfMany = 50;
/** More codes than a full run sells: 12 seconds at several times the rate of this machine. */
const codesOfOne = 40_000;
const codesOfEach = codesOfOne / productsOfMany;
/** A statement of PostgreSQL has 65,535 values at most. */
const rowsOfStatement = 1_000;

/** Inserts products that sell codes, like the first one of the shop. No server may be running. */
export async function sellCodes(installation: Record<string, string>, shop: Shop): Promise<ProductsWithCodes> {
  const { database: where, codesKeys } = readSettings(installation);
  const database = await openDatabase(where, (error) => console.error(error));
  try {
    const [model] = shop.products;
    if (!model) throw new Error('the shop has no product that can be ordered');
    const cipher = createCodeCipher(codesKeys);
    const put = async (count: number) => {
      const id = await putProduct(database.db, model.id);
      await putCodes(database.db, cipher, { productId: id, count });
      return { id, cents: model.cents };
    };
    const one = [await put(codesOfOne)];
    const many: Shop['products'] = [];
    while (many.length < productsOfMany) many.push(await put(codesOfEach));
    return { many, one };
  } finally {
    await database.close();
  }
}

/** Inserts a copy of a product that sells codes; returns its id. */
async function putProduct(db: Kysely<Database>, modelId: number): Promise<number> {
  const { id: _id, ...fields } = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', modelId)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('products')
    .values({ ...fields, sells_codes: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores codes as an import does. */
async function putCodes(
  db: Kysely<Database>,
  cipher: ReturnType<typeof createCodeCipher>,
  { productId, count }: { productId: number; count: number },
): Promise<void> {
  const ref = { product_id: productId, variant_id: 0 };
  const created_at = Date.now();
  const root = { created_by: 1, created_by_name: 'Root', created_at };
  const { id: batch_id } = await db
    .insertInto('code_batches')
    .values({ ...ref, ...root, cost_cents: 1, note: null, count })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = (at: number) => {
    const [uid, code] = [crypto.randomUUID(), `CODE-${productId}-${at}`];
    return {
      ...ref,
      uid,
      batch_id,
      ciphertext: cipher.encrypt(uid, { code }),
      key_id: cipher.keyId,
      mark: cipher.marks(code)[0]!,
      state: 'free',
      order_item_id: null,
      sold_at: null,
      revealed_at: null,
      revealed_by_name: null,
      replaced_by: null,
      expires_at: neverExpires,
      created_at,
    };
  };
  for (let from = 0; from < count; from += rowsOfStatement) {
    const size = Math.min(rowsOfStatement, count - from);
    const rows = Array.from({ length: size }, (_, at) => row(from + at));
    await db.insertInto('codes').values(rows).execute();
  }
  await db
    .insertInto('stock')
    .values({ ...ref, free: count, low_at: null, level: levelOf(count, null) })
    .execute();
}
