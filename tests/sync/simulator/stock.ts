import { devicesWithOldApp } from './old-apps.ts';
import type { Tab } from './devices.ts';
import { queue } from './queue.ts';
import { adminPin, codesProduct } from './simulated-shop.ts';
import type { Story } from './story.ts';

/** Waits for the product that sells codes, or ends that. An old app cannot. */
export async function watchStock(story: Story, tab: Tab): Promise<void> {
  if (devicesWithOldApp.has(tab.device.name)) return;
  const stock = await tab.db.stock.get(`${codesProduct}:0`);
  if (!stock) return;
  const args = { product_id: codesProduct, variant_id: 0, on: stock.is_watched !== true };
  await queue(story, tab, 'stock.watch', { args });
}

/** An admin whose device is not simulated adds a code to the product without any, or withdraws those that it has. */
export async function changeStock(story: Story): Promise<void> {
  const { server, random, colleagueChanges } = story;
  const key = random.id(server.now);
  const batch = await server.db
    .selectFrom('codes')
    .select('batch_id as id')
    .where('state', '=', 'free')
    .limit(1)
    .executeTakeFirst();
  const [kind, path, fields] = batch
    ? ['codes.withdraw', '/withdraw', { batch_id: batch.id, reason: 'test', pin: adminPin }]
    : ['codes.import', '', { text: `CODE-${key}` }];
  const { status } = await server.handle({
    method: 'POST',
    path: `/api/products/${codesProduct}/codes${path}`,
    headers: { authorization: 'Bearer colleague', 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(fields),
  });
  if (status === 200) colleagueChanges.set(key, { kind, args: {} });
}
