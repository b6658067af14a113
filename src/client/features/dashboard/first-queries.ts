import type { Article } from '../../../contract/articles.ts';
import { isShown } from '../../local/articles.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { balanceByDay } from './balance-by-day.ts';

/** A customer's balance now and at the end of each of the last days (see `balanceByDay`); null before the first pass. */
export async function readBalance(db: LocalDatabase, now: number): Promise<{ balance: number; days: number[] } | null> {
  const [account, movements, total] = await Promise.all([
    db.account.toCollection().first(),
    db.ledger.toArray(),
    db.fact('ledgerTotal'),
  ]);
  if (!account) return null;
  return { balance: account.balance, days: balanceByDay(movements, now, movements.length === total) };
}

/** The announcements that are shown at a time of the server's clock (ms), without those that the user has dismissed. */
export async function readAnnouncements(db: LocalDatabase, now: number): Promise<Article[]> {
  const [articles, dismissed = {}] = await Promise.all([db.articles.toArray(), db.fact('dismissed')]);
  return articles
    .filter(({ id, kind, updated_at: at }) => kind === 'announcement' && dismissed[id] !== at)
    .filter((article) => isShown(article, now))
    .toSorted((a, b) => a.position - b.position);
}
