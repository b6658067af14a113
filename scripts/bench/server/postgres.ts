import { startPostgres } from '../../../tests/support/postgres.ts';
import { startBare } from './bare.ts';
import { fillHouse, signIn } from './fill.ts';
import { production, serve } from './house.ts';
import { measureOrders, type OrderRounds } from './orders.ts';

const clients = 32;

/** Orders on a PostgreSQL that waits for its disk: the bare transaction and ours, from 32 clients each. */
export async function measurePostgres(
  folder: string,
  { rounds, ms }: { rounds: number; ms: number },
): Promise<OrderRounds> {
  const postgres = await startPostgres({ folder, durable: true });
  try {
    const house = { DATA_DIR: `${folder}/postgres-house`, PEPPER: production.PEPPER };
    const ours = await postgres.database();
    const env = { ...house, DATABASE_URL: ours.url };
    await fillHouse(env, small);
    const shop = await signIn(env);
    const floor = await postgres.database(ours.name);
    const [bare, serving] = [startBare('bare-postgres', [floor.url, String(clients)]), await serve(env)];
    try {
      return await measureOrders({ port: serving.port, bare, shop }, { clients, rounds, ms });
    } finally {
      await Promise.all([bare.stop(), serving.stop()]);
    }
  } finally {
    await postgres.stop();
  }
}

/** What an order costs does not depend on how many there are. */
const small = { users: 300, products: 500, orders: 10_000, tickets: 100 };
