import { listAllCategories } from '../../src/contract/categories.ts';
import { readArguments, readCount } from '../../src/server/platform/base/operator-error.ts';
import { get } from '../look/shop.ts';
import { inFilledApp, openList } from './screen/filled-app.ts';
import { countHeld } from './shop/held.ts';
import { measureShop } from './shop/measure-shop.ts';
import { printShopReport } from './shop/report.ts';

/** A shop whose first customer has 500 orders and 200 tickets, and of whose products 2,000 are for sale. */
const size = { users: 7, products: 2_080, orders: 650, tickets: 270 };

/**
 * Measures the customer's screens in Chromium, as wide as a phone and connected. Returns whether every target was met.
 * Options: `--rounds` is the number of times that each change is made, `--json`.
 */
export async function benchShop(args: string[]): Promise<boolean> {
  const { values } = readArguments('npm run bench -- shop [--rounds N] [--json]', {
    args,
    options: { rounds: { type: 'string', default: '40' }, json: { type: 'boolean' } },
  });
  const rounds = readCount('rounds', values.rounds);
  const setup = { size, role: 'user', viewport: { width: 360, height: 740 } } as const;
  const result = await inFilledApp(setup, async ({ page, url, token }) => {
    const category = await largestCategory(url, token);
    await openList(page, `${url}/user/orders`);
    return { held: await countHeld(page), times: await measureShop(page, { rounds, category }) };
  });
  if (values.json) console.log(JSON.stringify(result));
  return printShopReport(result);
}

/** The id of the category with the most products, those of the categories below it included. */
async function largestCategory(url: string, token: string): Promise<number> {
  const { categories } = (await get(url, listAllCategories.path, token)) as {
    categories: { id: number; count: number }[];
  };
  return categories.toSorted((a, b) => b.count - a.count)[0]!.id;
}
