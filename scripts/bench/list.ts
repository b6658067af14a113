import { listOrders, type Order } from '../../src/contract/orders.ts';
import { readArguments, readCount } from '../../src/server/platform/base/operator-error.ts';
import { get } from '../look/shop.ts';
import { measureList } from './list/measure-list.ts';
import { printListReport } from './list/report.ts';
import { inFilledApp, openList } from './screen/filled-app.ts';

/** Of the other records a shop has few, so that it is filled soon. */
const others = { users: 1_000, products: 2_000, tickets: 300 };

/**
 * Measures the admin's list of orders in Chromium, as the device that holds the newest 10,000 orders shows it without a
 * connection. Returns whether every target was met. Options: `--orders` is the number of orders on the server,
 * `--rounds` the number of times that each change of the list is made, `--json`.
 */
export async function benchList(args: string[]): Promise<boolean> {
  const { values } = readArguments('npm run bench -- list [--orders N] [--rounds N] [--json]', {
    args,
    options: {
      orders: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '40' },
      json: { type: 'boolean' },
    },
  });
  const orders = readCount('orders', values.orders);
  const rounds = readCount('rounds', values.rounds);
  const setup = { size: { ...others, orders }, role: 'admin', viewport: { width: 1280, height: 800 } } as const;
  const times = await inFilledApp(setup, async ({ page, context, url, token }) => {
    const newest = await newestOrders(url, token);
    await openList(page, `${url}/admin/orders`);
    await context.setOffline(true);
    return measureList(page, { rounds, newest });
  });
  if (values.json) console.log(JSON.stringify(times));
  return printListReport(times);
}

/** Some of the newest orders, whose products, customers and days the filters ask for. */
async function newestOrders(url: string, token: string): Promise<Order[]> {
  const { data } = (await get(url, `${listOrders.path}?per_page=100`, token)) as { data: Order[] };
  return data;
}
