import { sql, type Kysely } from 'kysely';
import { OperatorError } from '../platform/base/operator-error.ts';
import type { Services } from '../platform/context.ts';
import { CodeUnreadable, createCodeCipher } from '../platform/crypto/code-cipher.ts';
import type { Database } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/** The ids of the keys that the stored codes need, each read with one look into the index. */
async function usedKeyIds(db: Kysely<Database>): Promise<string[]> {
  const ids: string[] = [];
  for (let last = ''; ; last = ids.at(-1)!) {
    const { next } = await db
      .selectFrom('codes')
      .select(sql<string | null>`min(key_id)`.as('next'))
      .where('key_id', '>', last)
      .executeTakeFirstOrThrow();
    if (next === null) return ids;
    ids.push(next);
  }
}

/** Returns how many stored codes need each key that is not configured. */
export async function countLockedCodes(
  db: Kysely<Database>,
  codesKeys: readonly string[],
): Promise<{ keyId: string; count: number }[]> {
  const configured = codesKeys.length > 0 ? createCodeCipher(codesKeys).keyIds : [];
  const rows = await db
    .selectFrom('codes')
    .select((row) => ['key_id', row.fn.countAll<number>().as('count')])
    .groupBy('key_id')
    .orderBy('key_id')
    .execute();
  return rows
    .filter(({ key_id }) => !configured.includes(key_id))
    .map(({ key_id, count }) => ({ keyId: key_id, count: Number(count) }));
}

/** Throws an OperatorError when there are codes that no configured key decrypts. */
export async function requireCodesKeys({ reader, codes }: Pick<Services, 'reader' | 'codes'>): Promise<void> {
  const configured = codes?.keyIds ?? [];
  const missing = (await usedKeyIds(reader)).filter((id) => !configured.includes(id));
  if (missing.length === 0) return;
  throw new OperatorError(
    `CODES_KEY lacks ${missing.length === 1 ? 'the key' : 'the keys'} ${missing.join(', ')} of stored codes: set the key that this shop had (see “CODES_KEY” in docs/operations.md).`,
  );
}

/** Codes that are read at once. */
const partSize = 500;

/** Decrypts every stored code and compares its mark; returns counts only. */
export async function checkStoredCodes({ reader, codes }: Pick<Services, 'reader' | 'codes'>) {
  const counts = { read: 0, unreadable: 0, wrongMarks: 0 };
  for (let last = 0; ;) {
    const rows = await reader
      .selectFrom('codes')
      .select(['id', 'uid', 'ciphertext', 'mark'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(partSize)
      .execute();
    if (rows.length === 0) return counts;
    last = rows.at(-1)!.id;
    for (const { uid, ciphertext, mark } of rows) {
      counts.read += 1;
      const text = decryptOrNull(codes, uid, ciphertext);
      if (text === null) counts.unreadable += 1;
      else if (!codes!.marks(text.code).includes(mark)) counts.wrongMarks += 1;
    }
  }
}

/** Encrypts the codes of older keys with the first one, and marks them under it, beside a running server. */
export async function rekeyCodes({ db, codes }: Pick<Services, 'db' | 'codes'>): Promise<{ encrypted: number }> {
  let encrypted = 0;
  for (;;) {
    const done = await inTransaction(db, async (tx) => {
      const rows = await tx
        .selectFrom('codes')
        .select(['id', 'uid', 'ciphertext'])
        .where('key_id', '<>', codes!.keyId)
        .orderBy('id')
        .limit(partSize)
        .execute();
      for (const { id, uid, ciphertext: before } of rows) {
        const text = codes!.decrypt(uid, before);
        await tx
          .updateTable('codes')
          .set({ ciphertext: codes!.encrypt(uid, text), key_id: codes!.keyId, mark: codes!.marks(text.code)[0]! })
          .where('id', '=', id)
          .where('ciphertext', '=', before)
          .execute();
      }
      return rows.length;
    });
    if (done === 0) return { encrypted };
    encrypted += done;
  }
}

function decryptOrNull(codes: Services['codes'], uid: string, ciphertext: string) {
  try {
    return codes!.decrypt(uid, ciphertext);
  } catch (error) {
    if (error instanceof CodeUnreadable) return null;
    throw error;
  }
}
