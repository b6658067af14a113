import type { TicketPriority, TicketStatus } from '../../../src/contract/tickets.ts';
import { dropDraft, storeDraft } from '../../../src/client/local/form-drafts.ts';
import type { Tab } from './devices.ts';
import { someFiles } from './files.ts';
import { queue } from './queue.ts';
import { userIds } from './simulated-shop.ts';
import type { Story } from './story.ts';

export async function openTicket(story: Story, tab: Tab): Promise<void> {
  const { random, server } = story;
  const id = random.id(server.now);
  // No order has the id 999,999: only the server knows that, and refuses the ticket.
  const order_id = random.chance(0.25) ? 999_999 : null;
  const subject = `Subject ${id.slice(-4)}`;
  const files = someFiles(story);
  const text = { subject, type: 'general', content: 'Hello', priority: 'medium' } as const;
  await queue(story, tab, 'ticket.open', { args: { id, ...text, order_id, ...idsOf(files) }, files });
}

export async function reply(story: Story, tab: Tab): Promise<void> {
  const ticketId = story.random.pick(await tab.db.tickets.orderBy('id').primaryKeys());
  if (ticketId) await replyTo(story, tab, ticketId);
}

export async function addNote(story: Story, tab: Tab): Promise<void> {
  const ticketId = story.random.pick(await tab.db.tickets.orderBy('id').primaryKeys());
  if (ticketId) await replyTo(story, tab, ticketId, 'ticket.note');
}

export async function replyTo(
  story: Story,
  tab: Tab,
  ticket_id: string,
  kind: 'ticket.reply' | 'ticket.note' = 'ticket.reply',
): Promise<void> {
  const { random, server } = story;
  const id = random.id(server.now);
  const content = `Reply ${id.slice(-6)}`;
  const draft = { key: `ticket.reply.${ticket_id}`, form: id };
  const files = someFiles(story);
  await storeDraft(tab.db, draft, { value: content, version: `${id}.1`, now: server.now });
  await queue(story, tab, kind, { args: { id, ticket_id, content, ...idsOf(files) }, drafts: [draft], files });
  if (kind === 'ticket.reply' && files.length === 0 && random.chance(0.2)) await storeAsEarlierVersion(story, tab, id);
  if (!story.bug?.draftInOwnTransaction) return;
  await story.scheduler.wait(tab, 'before the draft is deleted');
  await dropDraft(tab.db, draft);
}

/** Turns an unsent item into one of the app's previous version, which had no files; sometimes marks it as sent. */
async function storeAsEarlierVersion({ random }: Story, { db }: Tab, replyId: string): Promise<void> {
  const unsent = db.outbox.where('state').equals('queued');
  const item = await unsent.and(({ args }) => args.id === replyId).first();
  if (item) await db.outbox.update(item.seq, { v: 1, state: random.pick(['queued', 'sent'])! });
}

const idsOf = (files: readonly { id: string }[]): { file_ids?: string[] } =>
  files.length === 0 ? {} : { file_ids: files.map(({ id }) => id) };

const statuses: readonly TicketStatus[] = ['open', 'pending', 'resolved', 'closed'];

export async function setStatus(story: Story, tab: Tab): Promise<void> {
  const { random } = story;
  const ticket = random.pick(await tab.db.tickets.orderBy('id').toArray());
  const to = ticket && random.pick(statuses.filter((status) => status !== ticket.status));
  if (to) await queue(story, tab, 'ticket.status', { args: { ticket_id: ticket.id, from: ticket.status, to } });
}

const priorities: readonly TicketPriority[] = ['low', 'medium', 'high'];

export async function setPriority(story: Story, tab: Tab): Promise<void> {
  const { random } = story;
  const ticket = random.pick(await tab.db.tickets.orderBy('id').toArray());
  const to = ticket && random.pick(priorities.filter((priority) => priority !== ticket.priority));
  if (to) await queue(story, tab, 'ticket.priority', { args: { ticket_id: ticket.id, from: ticket.priority, to } });
}

/** Amina is no admin: the server refuses to assign a ticket to her. */
const assigneeIds = [null, userIds.root, userIds.sara, userIds.sara, userIds.marc, userIds.marc, userIds.amina];

export async function assign(story: Story, tab: Tab): Promise<void> {
  const { random } = story;
  const ticket = random.pick(await tab.db.tickets.orderBy('id').toArray());
  if (!ticket) return;
  const to = random.pick(assigneeIds.filter((id) => id !== ticket.assignee_id))!;
  await queue(story, tab, 'ticket.assign', { args: { ticket_id: ticket.id, from: ticket.assignee_id, to } });
}

const tags = ['vip', 'late', 'refund', 'Late'];

/** Adds one or two tags, removes one that the ticket has, or does both. */
export async function changeTags(story: Story, tab: Tab): Promise<void> {
  const { random } = story;
  const ticket = random.pick((await tab.db.tickets.orderBy('id').toArray()).slice(0, 3));
  if (!ticket) return;
  const from = random.below(tags.length);
  const add = random.chance(0.75) ? tags.slice(from, from + 2) : [];
  const own = random.chance(0.6) ? random.pick(ticket.tags ?? []) : undefined;
  const args = { ticket_id: ticket.id, add, remove: own === undefined || add.includes(own) ? [] : [own] };
  if (args.add.length + args.remove.length > 0) await queue(story, tab, 'ticket.tags', { args });
}

/** Snoozes a ticket, or ends that; the times are those of a few days, so that two users often choose the same. */
export async function snooze(story: Story, tab: Tab): Promise<void> {
  const { random, server } = story;
  const ticket = random.pick(await tab.db.tickets.orderBy('id').toArray());
  if (!ticket) return;
  const day = new Date(server.now + random.below(3) * 86_400_000).toISOString().slice(0, 10);
  const from = ticket.snoozed_until ?? null;
  const to = random.chance(0.3) ? null : `${day}T08:00:00.000Z`;
  if (from !== to) await queue(story, tab, 'ticket.snooze', { args: { ticket_id: ticket.id, from, to } });
}

/** Merges a ticket into another one; the server refuses those of different customers. */
export async function merge(story: Story, tab: Tab): Promise<void> {
  const tickets = await tab.db.tickets.orderBy('id').toArray();
  const single = tickets.filter((ticket) => ticket.number !== null && !ticket.merged_into_id);
  const ticket = story.random.pick(single);
  const into = story.random.pick(single.filter(({ id }) => id !== ticket?.id));
  if (ticket && into) await queue(story, tab, 'ticket.merge', { args: { ticket_id: ticket.id, into_id: into.id } });
}

export async function unmerge(story: Story, tab: Tab): Promise<void> {
  const merged = await tab.db.tickets
    .orderBy('id')
    .filter((ticket) => Boolean(ticket.merged_into_id))
    .toArray();
  const ticket = story.random.pick(merged);
  if (ticket) await queue(story, tab, 'ticket.unmerge', { args: { ticket_id: ticket.id } });
}

/** Sets one priority on up to four tickets, as the bulk change of the list does: with one item for each. */
export async function setManyPriorities(story: Story, tab: Tab): Promise<void> {
  const tickets = (await tab.db.tickets.orderBy('id').toArray()).slice(0, 4);
  const to = story.random.pick(priorities)!;
  for (const { id, priority } of tickets) {
    if (priority !== to) await queue(story, tab, 'ticket.priority', { args: { ticket_id: id, from: priority, to } });
  }
}
