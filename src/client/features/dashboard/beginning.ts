import type { LocalDatabase } from '../../local/database.ts';

/** What a customer has done until the first order. */
export interface Beginning {
  /** The balance has had a movement. */
  hasBalance: boolean;
  /** The catalogue was opened on this device. */
  hasBrowsed: boolean;
  hasOrdered: boolean;
}

/** Reads how far a customer has come; null before the first pass. */
export async function readBeginning(db: LocalDatabase): Promise<Beginning | null> {
  const [account, movements, charges, orders, browsed] = await Promise.all([
    db.account.toCollection().first(),
    db.ledger.count(),
    db.ledger.filter(({ kind }) => kind === 'charge').count(),
    db.orders.count(),
    db.fact('browsed'),
  ]);
  if (!account) return null;
  return {
    hasBalance: movements > 0 || account.balance !== 0,
    hasBrowsed: browsed === true,
    hasOrdered: orders > 0 || charges > 0,
  };
}
