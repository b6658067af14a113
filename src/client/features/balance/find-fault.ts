import type { LedgerRow } from '../../../contract/balance.ts';
import type { LedgerHead } from '../../local/meta.ts';

/**
 * Why a movement does not fit: `start` it does not begin with the balance with which the one before ended · `sum` its
 * amounts do not add up · `hash` its hash does not cover its content and the movement before · `changed` it differs from
 * the one on this device · `rewritten` it has not the hash that this device remembers · `removed` this device
 * has seen it, the server does not have it · `balance` it is the last one, and the balance differs from the one with
 * which it ends.
 */
export type FaultKind = 'start' | 'sum' | 'hash' | 'changed' | 'rewritten' | 'removed' | 'balance';

/** The first movement that does not fit, with the expected and the found amount where the fault is an amount. */
export interface Fault {
  kind: FaultKind;
  /** The number of the movement; null where there are no movements, but a balance. */
  id: number | null;
  /** Null also where this device remembers only the hash of the movement. */
  row: LedgerRow | null;
  expected?: number;
  found?: number;
  /** How many movements before it fit. */
  before: number;
}

/**
 * The hashes of movements by their ids, as this device has computed them. `noCrypto`: the browser computes hashes only
 * on pages from https · `noHashes`: the server sends none.
 */
export type ComputedHashes = ReadonlyMap<number, string> | 'noCrypto' | 'noHashes';

interface Evidence {
  /** The movements that this device had before. */
  kept: readonly LedgerRow[];
  /** The hashes that this device remembers. */
  heads: readonly LedgerHead[];
  computed: ComputedHashes;
  /** The balance of the account. */
  balance: number;
}

/** What a check knows of one movement. */
interface Link {
  row: LedgerRow;
  /** The movement before it, null for the first one. */
  previous: LedgerRow | null;
  /** The same movement as this device had it. */
  kept: LedgerRow | undefined;
  /** Its hash as this device has computed it; undefined where it could not. */
  computed: string | undefined;
  /** Its hash as this device remembers it. */
  remembered: string | undefined;
}

/** A check of one movement; returns null when the movement fits. */
type Check = (link: Link) => Pick<Fault, 'kind' | 'expected' | 'found'> | null;

/** The checks of each movement, in this order. */
const checks: readonly Check[] = [
  ({ row, kept }) => (kept && factsOf(kept) !== factsOf(row) ? { kind: 'changed' } : null),
  ({ row, previous }) => differenceOf('start', previous?.balance_after ?? 0, row.balance_before),
  ({ row }) => differenceOf('sum', amountOf(centsOf(row.balance_before) + centsOf(row.amount)), row.balance_after),
  ({ row, computed }) => (computed !== undefined && computed !== row.hash ? { kind: 'hash' } : null),
  ({ row, remembered }) => (remembered !== undefined && remembered !== row.hash ? { kind: 'rewritten' } : null),
];

/**
 * Recomputes the running balance over all movements, oldest first, in whole cents, and compares their hashes; returns
 * the first movement that does not fit, or null when all fit.
 */
export function findFault(rows: readonly LedgerRow[], { kept, heads, computed, balance }: Evidence): Fault | null {
  const listed = new Map(rows.map((row) => [row.id, row]));
  const keptById = new Map(kept.map((row) => [row.id, row]));
  const remembered = new Map([...kept, ...heads].map(({ id, hash }) => [id, hash]));
  const ids = new Set([...listed.keys(), ...keptById.keys(), ...remembered.keys()]);
  let previous: LedgerRow | null = null;
  for (const [before, id] of [...ids].toSorted((a, b) => a - b).entries()) {
    const row = listed.get(id);
    if (!row) return { kind: 'removed', id, row: keptById.get(id) ?? null, before };
    const hashes = { computed: computedOf(computed, id), remembered: remembered.get(id) };
    const fault = firstOf({ row, previous, kept: keptById.get(id), ...hashes });
    if (fault) return { ...fault, id, row, before };
    previous = row;
  }
  const last = differenceOf('balance', previous?.balance_after ?? 0, balance);
  return last && { ...last, id: previous?.id ?? null, row: previous, before: rows.length };
}

/**
 * Returns the number of the first movement that this device remembers from before the server was restored, and that the
 * server no longer has as it was; null when it has them all.
 */
export function findLost(rows: readonly LedgerRow[], heads: readonly LedgerHead[]): number | null {
  const listed = new Map(rows.map((row) => [row.id, row]));
  const isKept = ({ id, hash }: LedgerHead) => listed.has(id) && (listed.get(id)!.hash ?? hash) === hash;
  return heads.find((head) => !isKept(head))?.id ?? null;
}

/** Adds amounts without the errors of decimal fractions. */
export const sumOf = (amounts: readonly number[]): number =>
  amountOf(amounts.reduce((sum, amount) => sum + centsOf(amount), 0));

/** Converts an amount to whole cents. */
export const centsOf = (amount: number): number => Math.round(amount * 100);

const computedOf = (computed: ComputedHashes, id: number): string | undefined =>
  typeof computed === 'string' ? undefined : computed.get(id);

function firstOf(link: Link): ReturnType<Check> {
  for (const check of checks) {
    const fault = check(link);
    if (fault) return fault;
  }
  return null;
}

const differenceOf = (kind: FaultKind, expected: number, found: number): ReturnType<Check> =>
  centsOf(expected) === centsOf(found) ? null : { kind, expected, found };

const amountOf = (wholeCents: number): number => wholeCents / 100;

/** The facts of a movement that never change. */
const factsOf = ({ kind, amount, balance_before, balance_after, order_id, note, created_at }: LedgerRow): string =>
  JSON.stringify([kind, amount, balance_before, balance_after, order_id, note, created_at]);
