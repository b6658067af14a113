import { startPostgres } from '../../../tests/support/postgres.ts';
import { startBare } from './bare.ts';
import { sellCodes } from './codes.ts';
import { fillInstallation, signInAndCredit } from './fill.ts';
import { production, serve } from './serve.ts';
import { measureOrders, type OrderRounds } from './orders.ts';

const clients = 32;

/** Measures orders on a PostgreSQL that waits for its disk: the bare transaction and ours, from 32 clients each. */
export async function measurePostgres(
  folder: string,
  { rounds, ms }: { rounds: number; ms: number },
): Promise<OrderRounds> {
  const postgres = await startPostgres({ folder, durable: true });
  try {
    const installation = { DATA_DIR: `${folder}/postgres-shop`, PEPPER: production.PEPPER };
    const ours = await postgres.database();
    const env = { ...installation, DATABASE_URL: ours.url };
    await fillInstallation(env, smallSize);
    const shop = await signInAndCredit(env);
    const codes = await sellCodes(env, shop);
    const floor = await postgres.database(ours.name);
    const [bare, serving] = [startBare('bare-postgres', [floor.url, String(clients)]), await serve(env)];
    try {
      return await measureOrders({ port: serving.port, bare, shop, codes }, { clients, rounds, ms });
    } finally {
      await Promise.all([bare.stop(), serving.stop()]);
    }
  } finally {
    await postgres.stop();
  }
}

/** A small shop: the cost of an order does not depend on the number of orders. */
const smallSize = { users: 300, products: 500, orders: 10_000, tickets: 100 };
