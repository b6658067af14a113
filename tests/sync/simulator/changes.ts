import type { Tab } from './devices.ts';
import { someFile } from './files.ts';
import { queue } from './queue.ts';
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
  const order_id = random.pick(await tab.db.orders.orderBy('id').primaryKeys());
  if (!order_id) return;
  const file = random.chance(0.5) ? someFile(story) : undefined;
  const notes = random.chance(0.8) ? `Code ${random.id(server.now).slice(-6)}` : null;
  const args = { order_id, status: 'completed', notes, file_id: file?.id ?? null } as const;
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
