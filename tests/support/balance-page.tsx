import { createHash } from 'node:crypto';
import { BalanceScreen } from '../../src/client/features/balance/balance-screen.tsx';
import { StatementScreen } from '../../src/client/features/balance/statement-screen.tsx';
import type { LedgerRow } from '../../src/contract/balance.ts';
import { hashedText } from '../../src/contract/ledger-chain.ts';
import { openHelpDesk } from './help-desk.tsx';
import { amina, anAccount, visit, type Script } from './storefront.tsx';

const pages = { '/user/balance': BalanceScreen, '/user/balance/statement': StatementScreen };
/** Opens the balance page or the statement at an address. */
export const openBalance = (address: string) => visit(address, pages);

/** A history of movements, oldest first, each a cent off a round amount and a day after the one before. */
export function story(count: number): LedgerRow[] {
  let cents = 0;
  return Array.from({ length: count }, (_, at) => {
    const change = at === 0 ? 100_000 : at % 5 === 0 ? 2_010 : -(110 + (at % 7));
    cents += change;
    return {
      id: at + 1,
      kind: at === 0 ? 'opening' : change > 0 ? 'add' : 'charge',
      amount: change / 100,
      balance_before: (cents - change) / 100,
      balance_after: cents / 100,
      order_id: change < 0 ? 1000 + at : null,
      note: change > 0 ? `=1+${at}` : null,
      created_at: new Date(2026, 0, 1 + at, 12).toISOString(),
      rev: 1,
    };
  });
}

/** The movements of a customer, oldest first, with their hashes; `story` is of a server that sends none. */
export function hashed(rows: readonly LedgerRow[], userId = amina.id): LedgerRow[] {
  let hash = '';
  return rows.map((row) => {
    const text = hashedText(hash, {
      user_id: userId,
      amount_cents: Math.round(row.amount * 100),
      before_cents: Math.round(row.balance_before * 100),
      after_cents: Math.round(row.balance_after * 100),
      currency: 'EUR',
      kind: row.kind,
      order_id: row.order_id,
      created_at: Date.parse(row.created_at),
      note: row.note,
    });
    hash = createHash('sha256').update(text).digest('hex');
    return { ...row, currency: 'EUR', hash };
  });
}

/** A server with these movements, which filters and pages as the real one does; `asked` gets its requests. */
export const serverOf =
  (all: readonly LedgerRow[], asked: URL[] = []): Script =>
  ({ path, url }) => {
    if (path !== '/api/app/balance/history') return [200, {}];
    asked.push(url);
    const get = (name: string) => url.searchParams.get(name) ?? '';
    const [page, size] = [Number(get('page')), Number(get('per_page'))];
    const found = all
      .filter(
        ({ kind, created_at: at }) =>
          (!get('kind') || get('kind').split(',').includes(kind)) &&
          at >= get('from') &&
          (!get('to') || at <= get('to')),
      )
      .toReversed();
    const meta = { current_page: page, per_page: size, total: found.length, next_page_url: null, prev_page_url: null };
    return [200, { code: 'SUCCESS', data: { data: found.slice((page - 1) * size, page * size), ...meta } }];
  };

/** The balance after the last movement. */
export const balanceOf = (all: readonly LedgerRow[]) => all.at(-1)?.balance_after ?? 0;

/** A phone that has the newest `kept` movements of a history. */
export async function openPhone(all: LedgerRow[], kept = all.length, onServer = all) {
  const ledger = kept === 0 ? [] : all.slice(-kept);
  const device = await openHelpDesk(amina, { account: [anAccount(balanceOf(all))], ledger });
  await device.db.setFact('lastSyncAt', Date.now());
  const asked: URL[] = [];
  device.server.respondWith(serverOf(onServer, asked), balanceOf(all));
  return { ...device, asked };
}
