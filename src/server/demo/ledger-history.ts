import type { Selectable } from 'kysely';
import type { Ledger } from '../platform/database/schema.ts';
import type { DemoOrder } from './orders.ts';
import type { Locale } from './people-names.ts';
import { adminAt, named, type Customer, type UserRow } from './people.ts';
import type { Random } from './random.ts';
import { hour, minute } from './times.ts';

export type LedgerRow = Selectable<Ledger>;

/**
 * Writes the whole history of money: for each customer credit before it is spent, a charge for each order, a return
 * for each refunded or canceled one; before and after of each row fit, and nothing is ever below zero. Sets each
 * customer's balance and rev to what the rows say. Rows are in the order of time over all people.
 */
export function makeLedger(
  orders: readonly DemoOrder[],
  shop: { customers: Customer[]; admins: UserRow[] },
  now: number,
  random: Random,
): LedgerRow[] {
  const byUser = new Map<number, DemoOrder[]>(shop.customers.map((customer) => [customer.row.id, []]));
  for (const order of orders) byUser.get(order.row.user_id)!.push(order);
  const rows = shop.customers.flatMap((customer) => {
    const account = new Account(customer, shop.admins, now, random);
    return account.live(byUser.get(customer.row.id)!);
  });
  rows.sort((a, b) => a.created_at - b.created_at || a.user_id - b.user_id || a.id - b.id);
  for (const [index, row] of rows.entries()) row.id = index + 1;
  return rows;
}

interface Event {
  at: number;
  /** Cents, signed. */
  amount: number;
  order: DemoOrder;
}

/** Cents people pay in at a time. */
const usual = [20_00, 30_00, 50_00, 100_00, 150_00, 200_00, 300_00, 500_00, 1000_00];

class Account {
  private readonly customer: Customer;
  private readonly admins: readonly UserRow[];
  private readonly now: number;
  private readonly random: Random;
  private readonly rows: LedgerRow[] = [];
  private balance = 0;
  private last: number;

  constructor(customer: Customer, admins: readonly UserRow[], now: number, random: Random) {
    this.customer = customer;
    this.admins = admins;
    this.now = now;
    this.random = random;
    this.last = customer.row.created_at;
  }

  live(orders: readonly DemoOrder[]): LedgerRow[] {
    if (this.random.chance(0.35)) this.open();
    for (const event of eventsOf(orders)) this.meet(event);
    this.end();
    const { row } = this.customer;
    row.balance_cents = this.balance;
    row.rev += this.rows.length;
    row.updated_at = Math.max(row.updated_at, this.last);
    return this.rows;
  }

  /** A balance that somebody had before the books begin. */
  private open(): void {
    const at = this.last + 5 * minute + this.random.int(0, 20) * minute;
    this.write({ kind: 'opening', amount: this.random.pick([15_00, 25_00, 40_00, 75_00]), at });
  }

  private meet({ at, amount, order }: Event): void {
    if (amount < 0) this.payIn(at, -amount);
    const kind = amount < 0 ? 'charge' : 'return';
    this.write({ kind, amount, at, order });
  }

  /** Pays in what is needed before a charge; now and then a little more than the shop wanted, taken back at once. */
  private payIn(before: number, price: number): void {
    const short = price - this.balance;
    if (short <= 0) return;
    const room = before - this.last;
    const at = before - Math.max(1, Math.floor(Math.min(room / 2, this.random.int(3, 30 * 60) * minute)));
    const amount = this.enough(short, price);
    this.write({ kind: 'add', amount, at });
    if (this.random.chance(0.01) && this.balance > price + 20_00 && before - at > 10) {
      this.write({ kind: 'subtract', amount: -10_00, at: at + Math.floor((before - at) / 2) });
    }
  }

  private enough(short: number, price: number): number {
    if (this.customer.thrifty) return Math.ceil((short + 2_00) / 5_00) * 5_00;
    const wanted = short + price * this.random.int(1, 6);
    return usual.find((amount) => amount >= wanted) ?? Math.ceil(wanted / 500_00) * 500_00;
  }

  /** Amina has a few hundred to spend when the demo is opened, karim little. */
  private end(): void {
    const { id } = this.customer.row;
    const at = Math.max(this.last + 1, this.now - 2 * hour);
    if (at >= this.now) return;
    if (id === named.amina.id && this.balance < 250_00) this.write({ kind: 'add', amount: 300_00, at });
    if (id === named.karim.id && this.balance > 30_00)
      this.write({ kind: 'subtract', amount: 12_50 - this.balance, at });
  }

  private write(entry: { kind: string; amount: number; at: number; order?: DemoOrder }): void {
    const { kind, amount, order } = entry;
    const at = Math.max(this.last, entry.at);
    const byHand = !order;
    const locale = this.customer.row.locale as Locale; // written by makePeople
    this.rows.push({
      id: this.rows.length,
      user_id: this.customer.row.id,
      kind,
      amount_cents: amount,
      before_cents: this.balance,
      after_cents: this.balance + amount,
      order_id: order?.row.id ?? null,
      cycle: order ? 1 : null,
      actor_id: kind === 'charge' ? this.customer.row.id : adminAt(this.admins, at, this.random).id,
      note: byHand ? this.random.pick(notes[kind as keyof typeof notes][locale]) : null,
      key: kind === 'charge' ? order!.row.key : this.random.uuid(at),
      created_at: at,
    });
    this.balance += amount;
    this.last = at;
  }
}

/** Charges and returns in the order they happened. */
function eventsOf(orders: readonly DemoOrder[]): Event[] {
  return orders
    .flatMap((order) => {
      const charge: Event = { at: order.row.created_at, amount: -order.row.total_cents, order };
      return order.returnedAt === null
        ? [charge]
        : [charge, { at: order.returnedAt, amount: order.row.total_cents, order }];
    })
    .toSorted((a, b) => a.at - b.at);
}

const notes = {
  opening: {
    en: ['Balance of the old books'],
    fr: ['Solde de l’ancien cahier'],
    ar: ['رصيد الدفتر السابق'],
  },
  add: {
    en: ['Bank transfer', 'Cash at the counter', 'Card payment', 'Bank transfer, thank you'],
    fr: ['Virement reçu', 'Espèces au comptoir', 'Paiement par carte', 'Mandat postal'],
    ar: ['تحويل مصرفي', 'نقداً في الفرع', 'دفع بالبطاقة', 'إيداع عبر الوكيل'],
  },
  subtract: {
    en: ['Paid out at the counter', 'Corrected after counting the cash'],
    fr: ['Remboursé au comptoir', 'Rectifié après comptage de la caisse'],
    ar: ['صُرف نقداً في الفرع', 'تصحيح بعد جرد الصندوق'],
  },
} as const;
