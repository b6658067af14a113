import { labelledAnswers } from '../../contract/asked-fields.ts';
import type { Answer, Ask, OrderField } from '../../contract/order-fields.ts';
import type { Insertable } from 'kysely';
import { totalCents, type PricePer } from '../../contract/order-total.ts';
import { searchText } from '../../contract/search.ts';
import { orderFieldsOf } from '../shared/order-fields.ts';
import type { ProductRow } from './catalogue.ts';
import { deliverCodes } from './codes.ts';
import { demoData } from './data.ts';
import type { DemoOrder } from './orders.ts';
import { localeOf, namedPeople, type UserRow } from './people.ts';
import type { SavedAnswers } from '../platform/database/schema-shop.ts';
import type { Random } from './random.ts';
import { day, hour } from './times.ts';

export type SavedAnswerRow = Insertable<SavedAnswers>;

const { asks, nicknames, savedNames } = demoData['order-texts'];

/** Gives orders the quantities and answers of their products, and lets support ask for one correction. */
export function fillOrders(
  orders: readonly DemoOrder[],
  products: readonly ProductRow[],
  { admins, now }: { admins: readonly UserRow[]; now: number },
): void {
  const productsById = new Map(products.map((product) => [product.id, product]));
  for (const order of orders) {
    const product = productsById.get(order.item.product_id)!;
    if (product.price_per > 1) orderMany(order, product);
    if (product.sells_codes) deliverCodes(order);
    if (product.order_fields !== '[]') answerFields(order, product);
  }
  const withAnswers = orders.filter(({ item }) => item.answers?.includes('"digits"'));
  const asked = withAnswers.findLast(({ row }) => row.user_id === namedPeople.amina.id) ?? withAnswers.at(-1);
  if (asked) askForCorrection(asked, admins, now);
}

/** Orders one to eight times the smallest quantity. */
function orderMany({ row, item }: DemoOrder, { quantity_min: min, price_per }: ProductRow): void {
  const quantity = min * (1 + (row.id % 8));
  const totalOf = (unit: number) => totalCents(unit, quantity, price_per as PricePer);
  const [price, cost] = [totalOf(item.price_cents), totalOf(item.cost_cents)];
  Object.assign(item, {
    quantity,
    price_per,
    unit_price_cents: item.price_cents,
    price_cents: price,
    cost_cents: cost,
  });
  Object.assign(row, { total_cents: price, cost_cents: cost });
}

function answerFields({ row, item, customer }: DemoOrder, product: ProductRow): void {
  const fields = orderFieldsOf(product);
  const id = customer.row.id;
  const valueOf = ({ kind, required }: OrderField): string | null => {
    if (kind === 'digits') return playerIdOf(id);
    return kind === 'text' && (required || row.id % 3 > 0) ? nicknames[id % nicknames.length]! : null;
  };
  const values = fields.map((field) => [field.key, valueOf(field)] as const).filter(([, value]) => value !== null);
  const answers = labelledAnswers(fields, Object.fromEntries(values as [string, string][]));
  item.answers = JSON.stringify(answers);
  const searched = answers.map(({ value }) => value);
  row.search_text = searchText([row.user_name, item.product_name, item.variant_name, ...searched]);
}

const playerIdOf = (userId: number): string => String(512_300_417 + userId * 7_919);

/** The answers that amina keeps for other orders, under the names of the fields that have one. */
export function makeSavedAnswers(products: readonly ProductRow[], now: number, random: Random): SavedAnswerRow[] {
  const { id } = namedPeople.amina;
  const fields = products.flatMap((product) => orderFieldsOf(product));
  const keys = [
    ...new Set(fields.filter(({ kind, save_as }) => kind === 'digits' && save_as).map((one) => one.save_as!)),
  ];
  return keys.flatMap((save_as) =>
    savedNames[namedPeople.amina.locale].map((name, at) => ({
      id: random.uuid(now - (at + 1) * day),
      user_id: id,
      save_as,
      name,
      value: playerIdOf(id + at),
      used_at: now - (at + 1) * day,
      deleted_at: null,
      rev: 1,
    })),
  );
}

/** Opens an order again, if it was delivered, and asks for another answer to its first field. */
function askForCorrection(order: DemoOrder, admins: readonly UserRow[], now: number): void {
  const { row, item, customer } = order;
  const at = Math.min(now, row.created_at + hour);
  const keys = [(JSON.parse(item.answers!) as Answer[])[0]!.key];
  const by = admins.find((admin) => admin.created_at <= at)!.name;
  const ask: Ask = { round: 1, keys, text: asks[localeOf(customer.row)][0]!, by, at: new Date(at).toISOString() };
  const handled = { status: 'processing', notes: null, status_at: at, updated_at: at, rev: 3 };
  Object.assign(row, handled, { ask: JSON.stringify(ask) });
  item.answers_round = 1;
  order.returnedAt = null;
}
