import { byPosition } from '../../../src/contract/category-order.ts';
import { deliveredValues } from '../../../src/client/actions/orders.ts';
import type { Tab } from './devices.ts';
import { someFile } from './files.ts';
import { queue } from './queue.ts';
import { articleIds } from './simulated-shop.ts';
import type { Story } from './story.ts';

export async function readNotifications(story: Story, tab: Tab): Promise<void> {
  const ids = await tab.db.notifications.where('_unread').equals(1).primaryKeys();
  if (ids.length > 0) await queue(story, tab, 'notification.read', { args: { ids } });
}

const orderStatuses = ['new', 'processing', 'completed'] as const;

export async function setOrderStatus(story: Story, tab: Tab): Promise<void> {
  const order = story.random.pick(await tab.db.orders.orderBy('id').toArray());
  const to = order && story.random.pick(orderStatuses.filter((status) => status !== order.status));
  if (!to) return;
  await queue(story, tab, 'order.status', { args: { order_id: order.id, from: order.status, to } });
}

/** Queues a delivery; half of the deliveries have a proof, which is uploaded first. */
export async function deliver(story: Story, tab: Tab): Promise<void> {
  const { random, server } = story;
  const order = random.pick(await tab.db.orders.orderBy('id').toArray());
  if (!order) return;
  const from = deliveredValues(order);
  // The dialog is open: the order may change meanwhile.
  if (random.chance(0.5)) await story.scheduler.wait(tab, 'the delivery is written');
  const file = random.chance(0.5) ? someFile(story) : undefined;
  const notes = random.chance(0.8) ? `Code ${random.id(server.now).slice(-6)}` : null;
  const args = { order_id: order.id, status: 'completed', notes, file_id: file?.id ?? null, from } as const;
  await queue(story, tab, 'order.deliver', { args, ...(file && { files: [file] }) });
}

export async function switchProduct(story: Story, tab: Tab): Promise<void> {
  const product = story.random.pick(await tab.db.products.orderBy('id').toArray());
  if (!product) return;
  const args = { product_id: product.id, is_available: !product.is_available };
  await queue(story, tab, 'product.availability', { args });
}

export async function switchCategory(story: Story, tab: Tab): Promise<void> {
  const category = story.random.pick(await tab.db.categories.orderBy('id').toArray());
  if (!category) return;
  await queue(story, tab, 'category.active', { args: { category_id: category.id, is_active: !category.is_active } });
}

/** Moves a category before another one, or to the end, as the buttons of the list do. */
export async function moveCategory(story: Story, tab: Tab): Promise<void> {
  const { random } = story;
  const sorted = (await tab.db.categories.toArray()).toSorted(byPosition);
  const category = random.pick(sorted);
  if (!category) return;
  const others = sorted.filter(({ id }) => id !== category.id);
  const place = random.below(others.length + 1);
  const before = others[place];
  const low = others[place - 1]?.position ?? (before?.position ?? 0) - 2;
  const high = before?.position ?? low + 2;
  const args = { category_id: category.id, before_id: before?.id ?? null, position: (low + high) / 2 };
  await queue(story, tab, 'category.move', { args });
}

/** Says whether an article of the help centre helped, mostly for the second time. */
export async function vote(story: Story, tab: Tab): Promise<void> {
  const { random } = story;
  const args = { article_id: random.pick(articleIds)!, is_helpful: random.chance(0.5) };
  await queue(story, tab, 'article.vote', { args });
}
