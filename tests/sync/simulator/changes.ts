import type { MutationArgs, MutationKind } from '../../../src/contract/mutations.ts';
import type { TicketStatus } from '../../../src/contract/tickets.ts';
import { dropDraft, writeDraft } from '../../../src/client/local/drafts.ts';
import type { StoredFile } from '../../../src/client/local/stored.ts';
import { perform, performForm } from '../../../src/client/sync/perform.ts';
import { NotSaved } from '../../../src/client/sync/storage.ts';
import type { Tab } from './devices.ts';
import type { Story } from './story.ts';

export async function openTicket(story: Story, tab: Tab): Promise<void> {
  const { chance, stage } = story;
  const id = chance.id(stage.now);
  // An order nobody has placed: the device cannot know, the server refuses.
  const order_id = chance.happens(0.25) ? 999_999 : null;
  const subject = `Subject ${id.slice(-4)}`;
  const args = { id, subject, type: 'general', content: 'Hello', priority: 'medium', order_id } as const;
  await queue(story, tab, 'ticket.open', { args });
}

export async function reply(story: Story, tab: Tab): Promise<void> {
  const ticketId = story.chance.of(await tab.db.tickets.orderBy('id').primaryKeys());
  if (ticketId) await replyTo(story, tab, ticketId);
}

export async function replyTo(story: Story, tab: Tab, ticket_id: string): Promise<void> {
  const { chance, stage } = story;
  const id = chance.id(stage.now);
  const content = `Reply ${id.slice(-6)}`;
  const draft = `ticket.reply.${ticket_id}`;
  await writeDraft(tab.db, draft, content, stage.now);
  await queue(story, tab, 'ticket.reply', { args: { id, ticket_id, content }, draft });
  if (!story.bug?.draftApart) return;
  await story.scheduler.wait(tab, 'before the draft goes');
  await dropDraft(tab.db, draft);
}

const statuses: readonly TicketStatus[] = ['open', 'pending', 'resolved', 'closed'];

export async function setStatus(story: Story, tab: Tab): Promise<void> {
  const { chance } = story;
  const ticket = chance.of(await tab.db.tickets.orderBy('id').toArray());
  const to = ticket && chance.of(statuses.filter((status) => status !== ticket.status));
  if (to) await queue(story, tab, 'ticket.status', { args: { ticket_id: ticket.id, from: ticket.status, to } });
}

export async function readNotifications(story: Story, tab: Tab): Promise<void> {
  const ids = await tab.db.notifications.where('_unread').equals(1).primaryKeys();
  if (ids.length > 0) await queue(story, tab, 'notification.read', { args: { ids } });
}

const orderStatuses = ['new', 'processing', 'completed'] as const;

export async function setOrderStatus(story: Story, tab: Tab): Promise<void> {
  const order = story.chance.of(await tab.db.orders.orderBy('id').toArray());
  const to = order && story.chance.of(orderStatuses.filter((status) => status !== order.status));
  if (!to) return;
  await queue(story, tab, 'order.status', { args: { order_id: order.id, from: order.status, to } });
}

/** Half of the deliveries have a proof, which is uploaded first. */
export async function deliver(story: Story, tab: Tab): Promise<void> {
  const { chance, stage } = story;
  const order_id = chance.of(await tab.db.orders.orderBy('id').primaryKeys());
  if (!order_id) return;
  const file = chance.happens(0.5) ? proof(chance.id(stage.now)) : undefined;
  const notes = `Code ${chance.id(stage.now).slice(-6)}`;
  const args = { order_id, status: 'completed', notes, file_id: file?.id ?? null } as const;
  await queue(story, tab, 'order.deliver', { args, ...(file && { file }) });
}

const proof = (id: string): StoredFile => ({
  id,
  name: 'proof.pdf',
  type: 'application/pdf',
  bytes: new TextEncoder().encode(`%PDF-1.4\n% ${id}\n%%EOF\n`).buffer,
});

export async function switchProduct(story: Story, tab: Tab): Promise<void> {
  const product = story.chance.of(await tab.db.products.orderBy('id').toArray());
  if (!product) return;
  const args = { product_id: product.id, is_available: !product.is_available };
  await queue(story, tab, 'product.availability', { args });
}

export async function switchCategory(story: Story, tab: Tab): Promise<void> {
  const category = story.chance.of(await tab.db.categories.orderBy('id').toArray());
  if (!category) return;
  await queue(story, tab, 'category.active', { args: { category_id: category.id, is_active: !category.is_active } });
}

interface Change<Kind extends MutationKind> {
  args: MutationArgs<Kind>;
  draft?: string;
  file?: StoredFile;
}

/** Performs, and notes the intent; on a full disk, or when the storage fails, the person is told so, and nothing is owed. */
async function queue<Kind extends MutationKind>(
  story: Story,
  tab: Tab,
  kind: Kind,
  change: Change<Kind>,
): Promise<void> {
  const { device, db } = tab;
  const { chance, bug } = story;
  device.full = chance.happens(kind.startsWith('order.') ? 0.3 : 0.06) ? chance.of([1, 1, 9])! : 0;
  if (bug?.dropsRows && device.full === 1) await db.orders.clear();
  try {
    await note(story, tab, kind, { ...change, id: await store(story, tab, kind, change) });
  } catch (thrown) {
    if (!(thrown instanceof NotSaved)) throw thrown;
    if (bug?.savedAnyway) await note(story, tab, kind, { ...change, id: chance.id(story.stage.now) });
  } finally {
    device.full = 0;
  }
}

async function note(
  story: Story,
  tab: Tab,
  kind: MutationKind,
  { id, args }: { id: string; args: object },
): Promise<void> {
  const { intents, sentTexts } = story;
  const { lane } = (await tab.db.outbox.get({ id })) ?? { lane: '' };
  if (!intents.has(id)) intents.set(id, { device: tab.device, kind, lane, place: intents.size });
  if ('content' in args) sentTexts.add(args.content as string);
  await judgeRoom(story, tab, args);
}

function store<Kind extends MutationKind>(
  { bug }: Story,
  { db, outside: { means } }: Tab,
  kind: Kind,
  { args, draft, file }: Change<Kind>,
): Promise<string> {
  if (file) return performForm(db, kind, { args, files: [file], means });
  if (draft !== undefined && !bug?.draftApart) return performForm(db, kind, { args, draft, means });
  return perform(db, kind, args, means);
}

/** Room is never made by dropping the row that is being changed: orders are never deleted. */
async function judgeRoom({ faults }: Story, { db }: Tab, args: object): Promise<void> {
  const { order_id: id, subject } = args as { order_id?: number | null; subject?: string };
  if (!id || subject !== undefined) return;
  if (!(await db.orders.get(id))) faults.push(`dropped to make room: order ${id}`);
}
