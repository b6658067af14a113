import { randomUUID } from 'node:crypto';
import type { Bare, OrderToPlace } from './bare.ts';
import type { ProductsWithCodes } from './codes.ts';
import type { HttpRequest } from './connection.ts';
import type { Shop } from './fill.ts';
import { drive, unexpectedStatuses } from './load.ts';
import type { Turn } from './repeat.ts';

/** Orders per second in each round: the bare transaction (the lower bound), and ours through HTTP. */
export interface OrderRounds {
  floor: number[];
  ours: number[];
  /** Orders of codes: of many products, and of one, for whose stock all orders wait. */
  codes: number[];
  codesOfOne: number[];
  clients: number;
}

/** Places orders in turns: the bare transaction, then ours through HTTP with keep-alive clients. */
export async function measureOrders(
  { port, bare, shop, codes }: { port: number; bare: Bare; shop: Shop; codes: ProductsWithCodes },
  { clients, rounds, ms }: { clients: number; rounds: number; ms: number },
): Promise<OrderRounds> {
  const wanted = wantedOrders(shop);
  const measured: OrderRounds = { floor: [], ours: [], codes: [], codesOfOne: [], clients };
  const rateOf = async (products: Shop['products']): Promise<number> => {
    const request = () => orderRequest({ customers: shop.customers, products });
    const loaded = await drive({ port, clients, ms, next: () => ({ kind: 'order', request: request() }) });
    const failures = unexpectedStatuses(loaded);
    if (failures) throw new Error(`orders were refused: ${failures}`);
    return loaded.rate;
  };
  // The first round warms all up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const turn = await bare.request<Turn>({ ms, wanted });
    const rates = [await rateOf(shop.products), await rateOf(codes.many), await rateOf(codes.one)] as const;
    if (round === 0) continue;
    measured.floor.push((turn.count / turn.ms) * 1000);
    measured.ours.push(rates[0]);
    measured.codes.push(rates[1]);
    measured.codesOfOne.push(rates[2]);
  }
  return measured;
}

/** The next order: customers and products in turn, so that few orders wait for each other's rows. */
export function orderRequest({ customers, products }: Pick<Shop, 'customers' | 'products'>): HttpRequest {
  const turn = placed++;
  const customer = customers[turn % customers.length]!;
  const product = products[turn % products.length]!;
  const body = { product_id: product.id, price: product.cents / 100 };
  return { method: 'POST', path: '/api/orders', token: customer.token, key: randomUUID(), body };
}

let placed = 0;

const wantedOrders = ({ customers, products }: Shop): OrderToPlace[] =>
  Array.from({ length: 5_000 }, (_, turn) => ({
    user: customers[turn % customers.length]!.id,
    product: products[turn % products.length]!.id,
    cents: products[turn % products.length]!.cents,
  }));
