import { randomUUID } from 'node:crypto';
import type { Shop } from '../bench/server/fill.ts';

/** Customers who order without a pause and repeat an order under its key until its outcome is known. */
export interface OrderClients {
  /** The id of each acknowledged order, by its key. */
  acknowledged: ReadonlyMap<string, number>;
  /** Keys whose repetition named another order. */
  contradicted: readonly string[];
  /** Requests without an answer, or answered 503, so far. */
  failures: number;
  /** Ms since the start of the process of the newest acknowledgement. */
  lastAt: number;
  /** Lets the customers finish their last order. */
  stop(): Promise<void>;
}

/** Starts one client for each customer, on the servers in turn. */
export function startOrders(urls: readonly string[], { customers, products }: Shop): OrderClients {
  const acknowledged = new Map<string, number>();
  const contradicted: string[] = [];
  const state = { failures: 0, lastAt: 0, isStopping: false };
  const orderOnce = async (url: string, headers: Record<string, string>, body: string): Promise<number | undefined> => {
    try {
      const answer = await fetch(`${url}/api/orders`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(8_000),
      });
      if (answer.ok) return ((await answer.json()) as { order: { id: number } }).order.id;
      if (answer.status < 500)
        throw new OrderRefused(`an order was answered with ${answer.status}: ${await answer.text()}`);
    } catch (error) {
      if (error instanceof OrderRefused) throw error;
    }
    state.failures += 1;
    return undefined;
  };
  const client = async (number: number): Promise<void> => {
    const body = JSON.stringify({ product_id: products[number % products.length]!.id });
    const session = { Authorization: `Bearer ${customers[number]!.token}`, 'Content-Type': 'application/json' };
    for (let turn = number; !state.isStopping; turn += 1) {
      const key = randomUUID();
      const headers = { ...session, 'Idempotency-Key': key };
      let id: number | undefined;
      for (; id === undefined; turn += 1) {
        id = await orderOnce(urls[turn % urls.length]!, headers, body);
        if (id === undefined) await new Promise((resolve) => setTimeout(resolve, 100));
      }
      acknowledged.set(key, id);
      state.lastAt = performance.now();
      // Every tenth order is repeated on the other server: it must be the same one.
      if (acknowledged.size % 10 !== 0) continue;
      const again = await orderOnce(urls[turn % urls.length]!, headers, body);
      if (again !== undefined && again !== id) contradicted.push(key);
    }
  };
  const clients = Promise.all(customers.map((_customer, number) => client(number)));
  clients.catch(() => undefined); // `stop` throws it
  return Object.assign(state, {
    acknowledged,
    contradicted,
    async stop() {
      state.isStopping = true;
      await clients;
    },
  });
}

class OrderRefused extends Error {}
