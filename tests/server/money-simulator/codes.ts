import type { Kysely } from 'kysely';
import { asFailure, CallFailure } from '../../../src/client/api/failure.ts';
import { isDefinite } from '../../../src/client/sync/error-table.ts';
import { replaceCode, revealCodes } from '../../../src/contract/codes.ts';
import { levelOf } from '../../../src/contract/stock-rules.ts';
import { createCodeCipher } from '../../../src/server/platform/crypto/code-cipher.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { neverExpires } from '../../../src/server/shared/codes.ts';
import type { SeededRandom } from '../../sync/simulator/seeded-random.ts';
import type { Story, TestDevice } from './story.ts';

/** Codes of the product that sells them: fewer than its orders ask for. */
const codesImported = 32;
/** The largest quantity of an order of codes. */
export const codesMax = 3;
/** Share of the orders whose codes are opened at once; others are opened never or too late. */
const openedShare = 0.7;
/** How often a customer presses the button whose answer is lost. */
const pressesMax = 5;

/** Makes a product sell codes, and stores them as an import does. */
export async function putCodes(
  db: Kysely<Database>,
  { productId, adminId, keys }: { productId: number; adminId: number; keys: readonly string[] },
): Promise<void> {
  const cipher = createCodeCipher(keys);
  const ref = { product_id: productId, variant_id: 0 };
  const now = Date.now();
  await db
    .updateTable('products')
    .set({ sells_codes: 1, quantity_max: codesMax })
    .where('id', '=', productId)
    .execute();
  const { id: batch_id } = await db
    .insertInto('code_batches')
    .values({
      ...ref,
      cost_cents: 1,
      note: null,
      count: codesImported,
      created_by: adminId,
      created_by_name: 'sara',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: codesImported }, (_, at) => {
    const [uid, code] = [crypto.randomUUID(), `CODE-${at}`];
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
      created_at: now,
    };
  });
  await db.insertInto('codes').values(rows).execute();
  await db
    .insertInto('stock')
    .values({ ...ref, free: codesImported, low_at: null, level: levelOf(codesImported, null) })
    .execute();
}

/**
 * Opens the codes of some orders; presses again when the answer is lost. Records the texts of the answer, also of one
 * after a refund.
 */
export async function openSomeCodes(
  { openedCodes }: Story,
  { environment: { transport, runtime }, token }: TestDevice,
  orderId: number,
  random: SeededRandom,
): Promise<void> {
  if (!random.chance(openedShare)) return;
  for (let presses = 0; presses < pressesMax; presses += 1) {
    // Waits while a killed server starts again.
    await runtime.wait(0);
    const call = transport.call<typeof revealCodes>(revealCodes, { id: orderId }, { token });
    const answer = await call.catch(asFailure);
    if (answer instanceof CallFailure) {
      if (isDefinite(answer)) return;
    } else {
      openedCodes.push(...answer.codes.map(({ id, code }) => ({ id, code, orderId })));
      return;
    }
  }
}

/** Replaces the first opened code of an order; nothing for an order of which none was opened. */
export async function replaceOpenedCode(
  { openedCodes }: Story,
  { environment: { transport }, token }: TestDevice,
  { orderId, pin, key }: { orderId: number; pin: string; key: string },
): Promise<void> {
  const opened = openedCodes.find((one) => one.orderId === orderId);
  if (!opened) return;
  const input = { id: opened.id, reason: 'Already used', pin };
  await transport.call<typeof replaceCode>(replaceCode, input, { token, key }).catch(() => null);
}
