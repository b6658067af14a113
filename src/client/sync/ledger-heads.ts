import type { LedgerRow } from '../../contract/balance.ts';
import type { Change, SyncAnswer } from '../../contract/sync.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { LedgerHead } from '../local/meta.ts';

/*
 * The device remembers the hashes of the newest movements it has seen. Each covers all movements before it, so that a
 * history that is written again later, with new hashes, no longer has them.
 */

/** Maximum number of remembered hashes. */
const headsMax = 48;

/** Remembers the newest of a user's ledger rows. Runs in a transaction of the caller or in its own. */
export async function rememberHead(db: LocalDatabase, epoch: string, row: LedgerRow): Promise<void> {
  const heads = (await db.fact('heads')) ?? [];
  const changed = withHead(heads, headOf(row, epoch));
  if (changed !== heads) await db.setFact('heads', changed);
}

/** Returns the remembered hashes after an answer: the same array when it has no newer row of the ledger. */
export function headsAfter(
  heads: readonly LedgerHead[],
  { older, changes, epoch }: Pick<SyncAnswer, 'older' | 'changes' | 'epoch'>,
): readonly LedgerHead[] {
  const newest = Math.max(...[...older, ...changes].filter(isLedgerRow).map(({ key }) => Number(key)));
  const change = [...changes, ...older].find((one) => isLedgerRow(one) && Number(one.key) === newest);
  // A cast: the server's rows of the ledger.
  return change ? withHead(heads, headOf(change.row as unknown as LedgerRow, epoch)) : heads;
}

const isLedgerRow = ({ entity, row }: Change): boolean => entity === 'ledger' && row !== null;

const headOf = ({ id, hash }: LedgerRow, epoch: string): LedgerHead | null => (hash ? { id, hash, epoch } : null);

/** Adds a hash, never in place of another; of the older half, drops every other one when there are too many. */
function withHead(heads: readonly LedgerHead[], head: LedgerHead | null): readonly LedgerHead[] {
  if (!head || heads.some(({ id, epoch }) => epoch === head.epoch && id >= head.id)) return heads;
  const all = [...heads, head];
  return all.length <= headsMax ? all : all.filter((_, at) => at % 2 === 0 || at > headsMax / 2);
}
