import { createHash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { hashAfter } from '../../src/server/platform/base/ledger-chains.ts';
import type { Ledger } from '../../src/server/platform/database/schema.ts';

type Row = Omit<Insertable<Ledger>, 'hash'>;

/** Returns rows of one user's ledger, oldest first, each with the hash that the server would give it. */
export function withHashes<T extends Row>(rows: readonly T[], previousHash = ''): (T & { hash: string })[] {
  let hash = previousHash;
  return rows.map((row) => {
    hash = hashAfter(hash, { ...row, order_id: row.order_id ?? null, note: row.note ?? null });
    return { ...row, hash };
  });
}

/** The hashes of one user's rows, oldest first, as the documentation describes them; uses no code of the server. */
export function documentedHashes(rows: readonly Selectable<Ledger>[]): string[] {
  let hash = '';
  return rows.map((row) => {
    const { user_id, amount_cents, before_cents, after_cents, currency, kind, order_id, created_at, note } = row;
    const amounts = [amount_cents, before_cents, after_cents];
    const text = JSON.stringify([hash, user_id, ...amounts, currency, kind, order_id, created_at, note]);
    hash = createHash('sha256').update(text).digest('hex');
    return hash;
  });
}
