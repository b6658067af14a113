import type { Selectable } from 'kysely';
import type { CurrencyCode } from '../../contract/currencies.ts';
import type { Ledger } from '../platform/database/schema.ts';
import { hashAfter } from '../platform/base/ledger-chains.ts';
import { demoData } from './data.ts';
import type { DemoOrder } from './orders.ts';
import { adminAt, localeOf, namedPeople, type Customer, type UserRow } from './people.ts';
import type { Random } from './random.ts';
import { hour, minute } from './times.ts';

export type LedgerRow = Selectable<Ledger>;

const notes = demoData['ledger-notes'];

/**
 * Makes the ledger: a charge for each order, a credit before each charge that needs it, and a return for each refunded or
 * canceled order. Each row starts from the balance after the row before, and no balance is ever below zero. Sets each
 * customer's balance and rev accordingly. The rows of all customers together are sorted by time.
 */
export function makeLedger(orders: readonly DemoOrder[], shop: LedgerShop, now: number, random: Random): LedgerRow[] {
  const byUser = new Map<number, DemoOrder[]>(shop.customers.map((customer) => [customer.row.id, []]));
  for (const order of orders) byUser.get(order.row.user_id)!.push(order);
  const rows = shop.customers.flatMap((customer) => {
    const account = new Account(customer, shop, now, random);
    return account.replay(byUser.get(customer.row.id)!);
  });
  rows.sort((a, b) => a.created_at - b.created_at || a.user_id - b.user_id || a.id - b.id);
  for (const [index, row] of rows.entries()) row.id = index + 1;
  return rows;
}

interface LedgerShop {
  customers: Customer[];
  admins: UserRow[];
  currency: CurrencyCode;
}

interface Movement {
  at: number;
  /** Cents, signed. */
  amount: number;
  order: DemoOrder;
  /** Why a part of the price was returned. */
  reason?: string;
}

/** Typical credits in cents. */
const typicalCredits = [20_00, 30_00, 50_00, 100_00, 150_00, 200_00, 300_00, 500_00, 1000_00];

class Account {
  private readonly customer: Customer;
  private readonly shop: LedgerShop;
  private readonly now: number;
  private readonly random: Random;
  private readonly rows: LedgerRow[] = [];
  private balance = 0;
  private lastAt: number;

  constructor(customer: Customer, shop: LedgerShop, now: number, random: Random) {
    this.customer = customer;
    this.shop = shop;
    this.now = now;
    this.random = random;
    this.lastAt = customer.row.created_at;
  }

  /** Writes the rows of the customer's orders and sets the customer's balance. */
  replay(orders: readonly DemoOrder[]): LedgerRow[] {
    if (this.random.chance(0.35)) this.addOpeningBalance();
    for (const movement of movementsOf(orders)) this.move(movement);
    this.adjustNamedPeople();
    const { row } = this.customer;
    row.balance_cents = this.balance;
    row.rev += this.rows.length;
    row.updated_at = Math.max(row.updated_at, this.lastAt);
    return this.rows;
  }

  /** Writes the balance from before the ledger began. */
  private addOpeningBalance(): void {
    const at = this.lastAt + 5 * minute + this.random.int(0, 20) * minute;
    this.write({ kind: 'opening', amount: this.random.pick([15_00, 25_00, 40_00, 75_00]), at });
  }

  private move({ at, amount, order, reason }: Movement): void {
    if (amount < 0) this.addCredit(at, -amount);
    const kind = amount < 0 ? 'charge' : 'return';
    this.write({ kind, amount, at, order, ...(reason !== undefined && { reason }) });
  }

  /** Adds the credit that a charge needs, before the charge; rarely subtracts a part of it again. */
  private addCredit(chargedAt: number, price: number): void {
    const missing = price - this.balance;
    if (missing <= 0) return;
    const time = chargedAt - this.lastAt;
    const at = chargedAt - Math.max(1, Math.floor(Math.min(time / 2, this.random.int(3, 30 * 60) * minute)));
    const amount = this.creditFor(missing, price);
    this.write({ kind: 'add', amount, at });
    if (this.random.chance(0.01) && this.balance > price + 20_00 && chargedAt - at > 10) {
      this.write({ kind: 'subtract', amount: -10_00, at: at + Math.floor((chargedAt - at) / 2) });
    }
  }

  private creditFor(missing: number, price: number): number {
    if (this.customer.isThrifty) return Math.ceil((missing + 2_00) / 5_00) * 5_00;
    const credit = missing + price * this.random.int(1, 6);
    return typicalCredits.find((amount) => amount >= credit) ?? Math.ceil(credit / 500_00) * 500_00;
  }

  /** Leaves amina a few hundred at the end, and karim little. */
  private adjustNamedPeople(): void {
    const { id } = this.customer.row;
    const at = Math.max(this.lastAt + 1, this.now - 2 * hour);
    if (at >= this.now) return;
    if (id === namedPeople.amina.id && this.balance < 250_00) this.write({ kind: 'add', amount: 300_00, at });
    if (id === namedPeople.karim.id && this.balance > 30_00)
      this.write({ kind: 'subtract', amount: 12_50 - this.balance, at });
  }

  private write(entry: { kind: string; amount: number; at: number; order?: DemoOrder; reason?: string }): void {
    const { kind, amount, order, reason = null } = entry;
    const at = Math.max(this.lastAt, entry.at);
    const row = {
      id: this.rows.length,
      user_id: this.customer.row.id,
      kind,
      amount_cents: amount,
      before_cents: this.balance,
      after_cents: this.balance + amount,
      order_id: order?.row.id ?? null,
      topup_id: null,
      cycle: order ? 1 : null,
      part: reason === null ? 0 : 1,
      actor_id: this.actorOf(kind, at),
      note: reason ?? this.noteOf(entry),
      currency: this.shop.currency,
      key: kind === 'charge' ? order!.row.key : this.random.uuid(at),
      created_at: at,
    };
    this.rows.push({ ...row, hash: hashAfter(this.rows.at(-1)?.hash ?? '', row) });
    this.balance += amount;
    this.lastAt = at;
  }

  private actorOf(kind: string, at: number): number {
    return kind === 'charge' ? this.customer.row.id : adminAt(this.shop.admins, at, this.random).id;
  }

  /** The note of a change by hand; null for the movement of an order. */
  private noteOf({ kind, order }: { kind: string; order?: DemoOrder }): string | null {
    if (order) return null;
    return this.random.pick(notes[kind as keyof typeof notes][localeOf(this.customer.row)]);
  }
}

/** Returns charges, and returns of orders and of parts of them, ordered by time. */
function movementsOf(orders: readonly DemoOrder[]): Movement[] {
  return orders
    .flatMap((order) => {
      const { row, returnedAt, part } = order;
      const charge: Movement = { at: row.created_at, amount: -row.total_cents, order };
      const returned: Movement[] = returnedAt === null ? [] : [{ at: returnedAt, amount: row.total_cents, order }];
      const parts: Movement[] = part ? [{ at: part.at, amount: part.cents, order, reason: part.reason }] : [];
      return [charge, ...returned, ...parts];
    })
    .toSorted((a, b) => a.at - b.at);
}
