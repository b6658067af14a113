import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type * as endpoints from '../../../contract/codes.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { importLinesMax } from '../../../contract/stock-rules.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { audit } from '../../platform/audit.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toCents } from '../../platform/base/wire-values.ts';
import type { Services, SignedIn } from '../../platform/context.ts';
import type { CodeCipher } from '../../platform/crypto/code-cipher.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { announceLevel, changeFree, type StockRef } from '../../shared/codes.ts';
import { parseCodes, type ParsedCode, type ParsedImport } from './parse-codes.ts';
import { findStockProduct, makeStock, stockRefOf } from './records.ts';

/** Codes that are encrypted, looked up or inserted at once. */
const partSize = 100;

/** Calls `work` with one part of the rows after the other; other requests are answered between two of them. */
async function inParts<Row>(rows: readonly Row[], work: (part: readonly Row[]) => unknown): Promise<void> {
  for (let from = 0; from < rows.length; from += partSize) {
    if (from > 0) await setImmediate();
    await work(rows.slice(from, from + partSize));
  }
}

type Check = OutputOf<typeof endpoints.checkCodes>['check'];

/** Returns what an import would do, by the numbers of its lines. */
export async function checkImport(
  ctx: SignedIn,
  input: ParsedInputOf<typeof endpoints.checkCodes>,
): Promise<OutputOf<typeof endpoints.checkCodes>> {
  const { services, person } = ctx;
  const product = await findStockProduct(services.reader, input.id, person);
  await stockRefOf(services.reader, product, input.variant_id);
  const parsed = parseCodes(input.text, services.now());
  return { code: 'SUCCESS', check: await checkParsed(services.reader, cipherOf(services), parsed) };
}

async function checkParsed(db: Kysely<Database>, cipher: CodeCipher, { codes, wrong }: ParsedImport): Promise<Check> {
  const marks = await marksOf(cipher, codes);
  const firstLines = new Map<string, number>();
  const doubled = new Set<number>();
  for (const [at, { line }] of codes.entries()) {
    const mark = marks[at]![0]!;
    if (firstLines.has(mark)) doubled.add(line);
    else firstLines.set(mark, line);
  }
  const stored = await storedMarks(db, marks.flat());
  const isKnown = (at: number) => marks[at]!.some((mark) => stored.has(mark));
  const known = codes.flatMap(({ line }, at) => (isKnown(at) && !doubled.has(line) ? [line] : []));
  const lines = codes.length + wrong.length;
  return { lines, new: codes.length - doubled.size - known.length, doubled: [...doubled], known, wrong };
}

/** The marks of codes under each key. */
async function marksOf(cipher: CodeCipher, codes: readonly ParsedCode[]): Promise<string[][]> {
  const marks: string[][] = [];
  await inParts(codes, (part) => marks.push(...part.map(({ code }) => cipher.marks(code))));
  return marks;
}

async function storedMarks(db: Kysely<Database>, marks: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  await inParts(marks, async (part) => {
    const rows = await db.selectFrom('codes').select('mark').where('mark', 'in', part).execute();
    for (const { mark } of rows) found.add(mark);
  });
  return found;
}

/** Stores the new codes of an import in one transaction; all of them, or none. */
export async function addCodes(
  ctx: SignedIn,
  input: ParsedInputOf<typeof endpoints.importCodes>,
): Promise<OutputOf<typeof endpoints.importCodes>> {
  const { services, person } = ctx;
  const { id, variant_id, text, ...rest } = input;
  const product = await findStockProduct(services.reader, id, person);
  const ref = await stockRefOf(services.reader, product, variant_id);
  const cipher = cipherOf(services);
  const codes = checkedCodes(parseCodes(text, services.now()));
  const encrypted = await encryptAll(cipher, codes, services.now());
  // The text itself is in no stored request.
  const args = { ...ref, ...rest, digest: createHash('sha256').update(text).digest('hex') };
  const store = () =>
    runOnce(ctx, { key: ctx.key, kind: 'codes.import', args }, async (transaction) => [
      `code_batches:${await insertCodes(transaction, ref, { encrypted, keyId: cipher.keyId, rest })}`,
    ]);
  const outcome = await store().catch((error: unknown) => {
    if (!isMarkTaken(error)) throw error;
    // The other import has ended: its codes are known now.
    if (rest.skip_known) return store();
    throw new Refusal('INVALID_FIELDS', { text: ['already_exists'] });
  });
  const { count } = await services.reader
    .selectFrom('code_batches')
    .select('count')
    .where('id', '=', Number(touchedOrThrow(outcome)[0]!.slice('code_batches:'.length)))
    .executeTakeFirstOrThrow();
  return { code: 'SUCCESS', added: count, skipped: codes.length - count };
}

/**
 * Returns whether an error is from PostgreSQL's unique index of marks: two imports for different products at once can both
 * find a code new, and the second one then fails at this index.
 */
function isMarkTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'codes_mark_key';
}

/** Throws INVALID_FIELDS for an import that is empty, too long or has a line that is no code. */
function checkedCodes({ codes, wrong }: ParsedImport): ParsedCode[] {
  if (codes.length + wrong.length > importLinesMax)
    throw new Refusal('INVALID_FIELDS', { text: [`lines-max:${importLinesMax}`] });
  if (wrong.length > 0) throw new Refusal('INVALID_FIELDS', { text: ['invalid'] });
  if (codes.length === 0) throw new Refusal('INVALID_FIELDS', { text: ['required'] });
  return codes;
}

interface EncryptedCode {
  uid: string;
  ciphertext: string;
  marks: string[];
  expires_at: number;
}

async function encryptAll(cipher: CodeCipher, codes: readonly ParsedCode[], now: number): Promise<EncryptedCode[]> {
  const encrypted: EncryptedCode[] = [];
  await inParts(codes, (part) => encrypted.push(...part.map((code) => encryptOne(cipher, code, now))));
  return encrypted;
}

function encryptOne(cipher: CodeCipher, { code, serial, pin, expires_at }: ParsedCode, now: number): EncryptedCode {
  const uid = uuidv7(now);
  const text = { code, ...(serial && { serial }), ...(pin && { pin }) };
  return { uid, ciphertext: cipher.encrypt(uid, text), marks: cipher.marks(code), expires_at };
}

interface Import {
  encrypted: readonly EncryptedCode[];
  /** The key with which they are encrypted. */
  keyId: string;
  rest: Pick<ParsedInputOf<typeof endpoints.importCodes>, 'cost' | 'note' | 'skip_known'>;
}

/** The columns of a code that no order has had yet. */
const unsold = {
  state: 'free',
  order_item_id: null,
  sold_at: null,
  revealed_at: null,
  revealed_by_name: null,
  replaced_by: null,
} as const;

/** Returns the id of the new batch. */
async function insertCodes(
  transaction: TransactionContext,
  ref: StockRef,
  { encrypted, keyId, rest: { cost, note, skip_known } }: Import,
): Promise<number> {
  const { tx, person, now } = transaction;
  await makeStock(tx, ref);
  await changeFree(tx, ref, 0);
  const fresh = await newCodes(tx, encrypted);
  if (!skip_known && fresh.length < encrypted.length) throw new Refusal('INVALID_FIELDS', { text: ['already_exists'] });
  const fields = { ...ref, note, created_by: person.id, created_by_name: person.name, created_at: now };
  const { id: batch_id } = await tx
    .insertInto('code_batches')
    .values({ ...fields, cost_cents: cost === null ? null : toCents(cost), count: fresh.length })
    .returning('id')
    .executeTakeFirstOrThrow();
  await inParts(fresh, (part) => {
    const rows = part.map(({ uid, ciphertext, marks, expires_at }) => ({
      ...unsold,
      ...ref,
      uid,
      batch_id,
      ciphertext,
      key_id: keyId,
      mark: marks[0]!,
      expires_at,
      created_at: now,
    }));
    return tx.insertInto('codes').values(rows).execute();
  });
  const changed = await changeFree(tx, ref, fresh.length);
  await audit(transaction, {
    action: 'codes.import',
    entity: 'products',
    entityKey: ref.product_id,
    new: { variant_id: ref.variant_id || null, count: fresh.length, batch: batch_id },
  });
  await announceLevel(transaction, changed!);
  return batch_id;
}

/** Returns the codes that neither the shop nor an earlier line of the import has. */
async function newCodes(tx: Transaction<Database>, encrypted: readonly EncryptedCode[]): Promise<EncryptedCode[]> {
  const taken = await storedMarks(
    tx,
    encrypted.flatMap(({ marks }) => marks),
  );
  return encrypted.filter(({ marks }) => {
    if (marks.some((mark) => taken.has(mark))) return false;
    taken.add(marks[0]!);
    return true;
  });
}

/** Throws BUSY with details.reason `codes_key` on a server without CODES_KEY. */
export function cipherOf({ codes }: Pick<Services, 'codes'>): CodeCipher {
  if (!codes) throw new Refusal('BUSY', { reason: 'codes_key' });
  return codes;
}
