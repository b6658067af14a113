import type { LedgerRow } from '../../../contract/balance.ts';
import { hashedText } from '../../../contract/ledger-chain.ts';
import { currentCurrency } from '../../text/currency.ts';
import { centsOf, type ComputedHashes } from './find-fault.ts';

/** Computes the hash of each movement of a user, oldest first, from its content and the hash of the one before. */
export async function computeHashes(rows: readonly LedgerRow[], userId: number): Promise<ComputedHashes> {
  if (rows.length > 0 && rows.every(({ hash }) => hash === undefined)) return 'noHashes';
  if (!('subtle' in crypto)) return 'noCrypto';
  const computed = rows.map(async (row, at) => {
    const text = hashedText(rows[at - 1]?.hash ?? '', contentOf(row, userId));
    return [row.id, await sha256(text)] as const;
  });
  return new Map(await Promise.all(computed));
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const contentOf = (row: LedgerRow, userId: number) => ({
  user_id: userId,
  amount_cents: centsOf(row.amount),
  before_cents: centsOf(row.balance_before),
  after_cents: centsOf(row.balance_after),
  currency: row.currency ?? currentCurrency(),
  kind: row.kind,
  order_id: row.order_id,
  created_at: Date.parse(row.created_at),
  note: row.note,
});
