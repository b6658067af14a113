/** What the hash of a ledger row covers: the values that its user's devices receive, none of which ever changes. */
export interface HashedRow {
  user_id: number;
  /** Whole cents, as the next two. */
  amount_cents: number;
  before_cents: number;
  after_cents: number;
  /** The ISO 4217 code. */
  currency: string;
  kind: string;
  order_id: number | null;
  /** Ms since epoch. */
  created_at: number;
  note: string | null;
}

/**
 * The text of a ledger row whose SHA-256, over its UTF-8 bytes and in lower-case hex, is the row's hash: a JSON array
 * without spaces that begins with the hash of the same user's row before, which is empty for the first row. Stored
 * hashes depend on it, so it never changes.
 */
export const hashedText = (previousHash: string, row: HashedRow): string =>
  JSON.stringify([
    previousHash,
    row.user_id,
    row.amount_cents,
    row.before_cents,
    row.after_cents,
    row.currency,
    row.kind,
    row.order_id,
    row.created_at,
    row.note,
  ]);
