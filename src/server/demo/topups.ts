import type { Selectable } from 'kysely';
import { searchText } from '../../contract/search.ts';
import { foldedSlipNumber, type TopupReason, type TopupStatus } from '../../contract/topup-rules.ts';
import type { Files } from '../platform/database/schema-system.ts';
import type { TopupFiles, TopupMethods, Topups } from '../platform/database/schema-topups.ts';
import { demoData } from './data.ts';
import type { LedgerRow } from './ledger.ts';
import { adminAt, localeOf, namedPeople, type Customer, type UserRow } from './people.ts';
import type { Random } from './random.ts';
import type { Slip } from './slips.ts';
import { day, historyDays, hour, minute } from './times.ts';

export type MethodRow = Selectable<TopupMethods>;
export type TopupRow = Selectable<Topups>;
export type FileRow = Selectable<Files>;
export type TopupFileRow = TopupFiles;

interface TopupShop {
  customers: readonly Customer[];
  admins: readonly UserRow[];
  ledger: readonly LedgerRow[];
  slips: readonly Slip[];
}

/** A request of the demo; `slip` is the index of its picture, `row` the ledger row of an approval. */
interface Draft {
  customer: UserRow;
  method: 'bank' | 'wallet';
  at: number;
  amount: number;
  status?: TopupStatus;
  slip?: number;
  slipNumber?: string;
  row?: LedgerRow;
  decidedAt?: number;
  reason?: TopupReason;
  hasNote?: boolean;
}

const { methods: ways, notes } = demoData.topups;
const methodIds = { bank: 1, wallet: 2 };

interface MadeTopups {
  topup_methods: MethodRow[];
  topups: TopupRow[];
  files: FileRow[];
  topup_files: TopupFileRow[];
}

/**
 * Makes the ways to pay, and requests in all states: two are approved, whose rows of the ledger are set to them, one
 * waits for more than a day, and one has the slip of an approved one.
 */
export function makeTopups(shop: TopupShop, now: number, random: Random): MadeTopups {
  const made: MadeTopups = { topup_methods: methodsOf(now), topups: [], files: [], topup_files: [] };
  for (const draft of draftsOf(shop, now).toSorted((a, b) => a.at - b.at)) {
    const topup = topupOf(draft, made.topups.length + 1, shop, random);
    made.topups.push(topup);
    if (draft.row) draft.row.topup_id = topup.id;
    const slip = draft.slip === undefined ? undefined : shop.slips[draft.slip];
    if (!slip) continue;
    const file = fileOf(draft, slip, made.files, random);
    made.files.push(file);
    made.topup_files.push({ file_id: file.id, topup_id: topup.id, position: 0 });
  }
  return { ...made, topups: withAlike(made) };
}

const methodsOf = (now: number): MethodRow[] =>
  ways.map(({ name, steps, accounts, min, max, proof }, index) => ({
    id: index + 1,
    name: JSON.stringify(name),
    steps: JSON.stringify(steps),
    accounts: JSON.stringify(accounts),
    min_cents: min * 100,
    max_cents: max * 100,
    proof,
    is_active: 1,
    position: index,
    created_at: now - historyDays * day,
    updated_at: now - historyDays * day,
    rev: 1,
  }));

function draftsOf({ customers, ledger }: TopupShop, now: number): Draft[] {
  const rowOf = (id: number) => customers.find(({ row }) => row.id === id)!.row;
  const [amina, karim] = [rowOf(namedPeople.amina.id), rowOf(namedPeople.karim.id)];
  const isRegular = ({ row }: Customer) => row.id > karim.id && row.is_active === 1 && row.created_at < now - 3 * day;
  const other = customers.find(isRegular)?.row ?? karim;
  return [
    ...approvedOf(amina, ledger, { method: 'bank', slip: 0, slipNumber: 'TN48213' }),
    ...approvedOf(karim, ledger, { method: 'wallet', slipNumber: '90 417 733', hasNote: true }),
    {
      customer: amina,
      method: 'bank',
      at: now - 6 * day,
      amount: 120_00,
      slip: 1,
      slipNumber: 'LY77150',
      status: 'refused',
      reason: 'unreadable',
      decidedAt: now - 6 * day + 5 * hour,
    },
    {
      customer: karim,
      method: 'wallet',
      at: now - 3 * day,
      amount: 15_00,
      slipNumber: '90 418 002',
      status: 'cancelled',
      decidedAt: now - 3 * day + 20 * minute,
    },
    { customer: other, method: 'bank', at: now - 27 * hour, amount: 200_00, slip: 2, hasNote: true },
    { customer: amina, method: 'wallet', at: now - 3 * hour, amount: 60_00, slip: 3, slipNumber: '90 420 519' },
    { customer: karim, method: 'bank', at: now - 50 * minute, amount: 50_00, slip: 0, slipNumber: 'TN-48213' },
  ];
}

/** The request that led to the customer's newest addition; none where nothing fitting was added. */
function approvedOf(
  customer: UserRow,
  ledger: readonly LedgerRow[],
  more: Omit<Draft, 'customer' | 'at' | 'amount'>,
): Draft[] {
  const { min, max } = ways[methodIds[more.method] - 1]!;
  const row = ledger.findLast(
    ({ user_id: id, kind, amount_cents: cents }) =>
      id === customer.id && kind === 'add' && cents >= min * 100 && cents <= max * 100,
  );
  if (!row) return [];
  const { created_at: decidedAt, amount_cents: cents } = row;
  const at = Math.max(customer.created_at, decidedAt - 2 * hour);
  // The note of the admin goes with another amount.
  return [{ ...more, customer, row, at, decidedAt, amount: more.hasNote ? cents + 2_50 : cents, status: 'approved' }];
}

function topupOf(draft: Draft, number: number, shop: TopupShop, random: Random): TopupRow {
  const { customer, method, at, amount } = draft;
  const slipNumber = draft.slipNumber ?? null;
  const key = foldedSlipNumber(slipNumber);
  return {
    id: random.uuid(at),
    number,
    user_id: customer.id,
    user_name: customer.name,
    method_id: methodIds[method],
    method_name: JSON.stringify(ways[methodIds[method] - 1]!.name),
    amount_cents: amount,
    slip_number: slipNumber,
    slip_number_key: key,
    paid_on: new Date(at).toISOString().slice(0, 10),
    note: draft.hasNote && !draft.row ? notes[localeOf(customer)].sent : null,
    ...decisionOf(draft, shop, random),
    alike: '[]',
    search_text: searchText([number, customer.name, customer.email, slipNumber, key]),
    created_at: at,
  };
}

const undecided = {
  status: 'waiting',
  reason: null,
  credited_cents: null,
  decision_note: null,
  decided_by: null,
  decided_by_name: null,
  decided_at: null,
  rev: 1,
};

/** The columns about the decision, or those of a request that waits. */
function decisionOf(draft: Draft, shop: TopupShop, random: Random) {
  const { customer, at, status = 'waiting', row, reason = null, decidedAt } = draft;
  if (decidedAt === undefined) return { ...undecided, updated_at: at };
  return {
    status,
    reason,
    credited_cents: row?.amount_cents ?? null,
    decision_note: draft.hasNote ? notes[localeOf(customer)].decided : null,
    ...deciderOf(draft, shop, random),
    decided_at: decidedAt,
    updated_at: decidedAt,
    rev: 2,
  };
}

/** The admin who approved or refused a request; the customer cancelled it alone. */
function deciderOf({ status, row, decidedAt }: Draft, { admins }: TopupShop, random: Random) {
  const refusedBy = status === 'refused' ? adminAt(admins, decidedAt!, random) : undefined;
  const decider = row ? admins.find(({ id }) => id === row.actor_id) : refusedBy;
  return { decided_by: decider?.id ?? null, decided_by_name: decider?.name ?? null };
}

/** Each request has a file of its own; the same picture is stored once. */
const fileOf = ({ customer, at }: Draft, slip: Slip, files: readonly FileRow[], random: Random): FileRow => ({
  id: random.uuid(at),
  user_id: customer.id,
  name: `slip-${files.length + 1}.webp`,
  type: 'image/webp',
  ...slip,
  created_at: at,
});

/** Notes on each waiting request those before it with the same file. */
function withAlike({ topups, files, topup_files: links }: MadeTopups): TopupRow[] {
  const digests = new Map(
    links.map(({ file_id, topup_id }) => [topup_id, files.find(({ id }) => id === file_id)!.digest]),
  );
  return topups.map((topup, index) => {
    const digest = digests.get(topup.id);
    if (topup.status !== 'waiting' || digest === undefined) return topup;
    const same = topups.slice(0, index).filter(({ id }) => digests.get(id) === digest);
    return { ...topup, alike: JSON.stringify(same.map(({ id }) => ({ id, cause: 'file' }))) };
  });
}
