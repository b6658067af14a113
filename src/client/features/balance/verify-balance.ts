import { readBalance, readOwnBalanceHistory, type LedgerRow } from '../../../contract/balance.ts';
import { pageSizeMax } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { LedgerHead } from '../../local/meta.ts';
import { rememberHead } from '../../sync/ledger-heads.ts';
import { syncNow } from '../../sync/triggers.ts';
import { computeHashes } from './compute-hashes.ts';
import { downloadMovements, type Progress } from './download-movements.ts';
import { findFault, findLost, sumOf, type ComputedHashes, type Fault, type FaultKind } from './find-fault.ts';

/** The result of a verification. */
export interface Verdict {
  /** The first movement that does not fit; null when all fit. */
  fault: Fault | null;
  /** Whether the hashes were checked, or why not. */
  hashes: 'checked' | Extract<ComputedHashes, string>;
  /** The number of the first movement that a restored backup does not have as this device saw it; null when there is none. */
  lost: number | null;
  /** The number of movements. */
  count: number;
  /** What was added to the balance and taken from it, as positive amounts, and their difference. */
  added: number;
  taken: number;
  sum: number;
}

interface Options {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Downloads the whole history of the balance and recomputes it on this device, beside the movements that the device had
 * before and the hashes that it remembers. Throws `CallFailure`.
 */
export async function verifyBalance(db: LocalDatabase, { signal, onProgress }: Options): Promise<Verdict> {
  // Read first: a movement that arrives meanwhile may not be part of the download.
  const known = await readKnown(db);
  const rows = await downloadMovements({}, { signal, onProgress });
  const { all, balance } = await untilSettled(rows, signal);
  const computed = await computeHashes(all, db.userId);
  const check = (evidence: Known) => findFault(all, { ...evidence, computed, balance });
  const suspected = check(known);
  const evidence = suspected && contradictsDevice.has(suspected.kind) ? await afterRestore(db, known) : known;
  const fault = check(evidence);
  const newest = all.at(-1);
  if (!fault && newest && evidence.epoch) await rememberHead(db, evidence.epoch, newest);
  return {
    fault,
    hashes: typeof computed === 'string' ? computed : 'checked',
    lost: findLost(all, evidence.earlierHeads),
    ...totalsOf(all.map(({ amount }) => amount)),
  };
}

/** What this device knew before. */
interface Known {
  kept: readonly LedgerRow[];
  /** The hashes that it remembers of the server's present database, and of those before it was restored. */
  heads: readonly LedgerHead[];
  earlierHeads: readonly LedgerHead[];
  /** The identity of the server's database; null where it is not known. */
  epoch: string | null;
}

async function readKnown(db: LocalDatabase): Promise<Known> {
  const [kept, heads = [], at] = await Promise.all([
    db.ledger.orderBy('id').toArray(),
    db.fact('heads'),
    db.fact('at'),
  ]);
  const epoch = at?.epoch ?? heads.at(-1)?.epoch ?? null;
  return {
    kept,
    heads: heads.filter((head) => head.epoch === epoch),
    earlierHeads: heads.filter((head) => head.epoch !== epoch),
    epoch,
  };
}

/** The faults that a restored backup can cause. */
const contradictsDevice: ReadonlySet<FaultKind> = new Set(['changed', 'rewritten', 'removed']);

/** Asks the server whether it was restored since; if so, the device's movements are those of the database before. */
async function afterRestore(db: LocalDatabase, known: Known): Promise<Known> {
  await syncNow();
  const { epoch } = await readKnown(db);
  if (epoch === known.epoch) return known;
  return { kept: [], heads: [], earlierHeads: [...known.earlierHeads, ...known.heads], epoch };
}

function totalsOf(amounts: readonly number[]) {
  return {
    count: amounts.length,
    added: sumOf(amounts.filter((amount) => amount > 0)),
    taken: -sumOf(amounts.filter((amount) => amount < 0)) || 0,
    sum: sumOf(amounts),
  };
}

/** Reads the balance, and adds movements made meanwhile, until there are none: both then belong together. */
async function untilSettled(rows: readonly LedgerRow[], signal: AbortSignal) {
  const all = new Map(rows.map((row) => [row.id, row]));
  for (;;) {
    const { balance } = await call(readBalance, {}, { signal });
    const { data } = await call(readOwnBalanceHistory, { page: 1, per_page: pageSizeMax }, { signal });
    const added = data.data.filter(({ id }) => !all.has(id));
    if (added.length === 0) return { all: [...all.values()].toSorted((a, b) => a.id - b.id), balance };
    for (const row of added) all.set(row.id, row);
  }
}
