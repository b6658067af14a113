import { can, type RoleName } from '../../../src/contract/permissions.ts';
import type { MutationArgs } from '../../../src/contract/mutations.ts';
import type { Intent, Story } from './story.ts';

/** The values that a change leaves in the row of `table` with this id. */
interface ExpectedValues {
  table: 'tickets' | 'orders' | 'products' | 'categories';
  id: unknown;
  values: Record<string, unknown>;
}

const flag = (value: unknown): number => (value ? 1 : 0);

const withoutNulls = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const snoozedUntil = (id: unknown, value: number | null): ExpectedValues => ({
  table: 'tickets',
  id,
  values: { snoozed_until: value },
});

const mergedInto = (id: unknown, value: unknown): ExpectedValues => ({
  table: 'tickets',
  id,
  values: { merged_into_id: value },
});

/** A ticket's status is not checked: replies and other users change it too. */
const expectedOf: Record<string, (args: Intent['args']) => ExpectedValues> = {
  'ticket.priority': ({ ticket_id, to }) => ({ table: 'tickets', id: ticket_id, values: { priority: to } }),
  'ticket.assign': ({ ticket_id, to }) => ({ table: 'tickets', id: ticket_id, values: { assignee_id: to } }),
  'ticket.snooze': ({ ticket_id, to }) => snoozedUntil(ticket_id, typeof to === 'string' ? Date.parse(to) : null),
  'ticket.merge': ({ ticket_id, into_id }) => mergedInto(ticket_id, into_id),
  'ticket.unmerge': ({ ticket_id }) => mergedInto(ticket_id, null),
  'order.status': ({ order_id, to }) => ({ table: 'orders', id: order_id, values: { status: to } }),
  'order.deliver': ({ order_id, status, notes, file_id }) => ({
    table: 'orders',
    id: order_id,
    values: withoutNulls({ status, notes, file_id }),
  }),
  'product.availability': ({ product_id, is_available }) => ({
    table: 'products',
    id: product_id,
    values: { is_available: flag(is_available) },
  }),
  'category.active': ({ category_id, is_active }) => ({
    table: 'categories',
    id: category_id,
    values: { is_active: flag(is_active) },
  }),
};

/** Checks that every record has its last change, every reply its last text, and every read notification is read. */
export async function checkRecords(story: Story): Promise<void> {
  const { server, intents, colleagueChanges, faults } = story;
  const { applied, inOrder } = await server.readApplied();
  for (const [name, expected] of lastExpected(new Map([...intents, ...colleagueChanges]), applied)) {
    const row = await rowOf(story, expected);
    if (expected.table === 'tickets' && row?.deleted_at) continue;
    for (const [field, value] of Object.entries(expected.values))
      if (row?.[field] !== value) faults.push(`${name}: ${field} is ${String(row?.[field])} and not ${String(value)}`);
  }
  const appliedIntents = [...intents].filter(([id]) => applied.has(id)).map(([, intent]) => intent);
  await checkTags(story, inOrder);
  await checkReplies(story, appliedIntents);
  await checkCounts(story);
  await checkReadNotifications(story, appliedIntents);
  checkRights(story, appliedIntents);
}

/** The values that every record has at the end when the changes are applied in this order. */
function lastExpected(changes: ReadonlyMap<string, Changed>, inOrder: Iterable<string>): Map<string, ExpectedValues> {
  const last = new Map<string, ExpectedValues>();
  for (const id of inOrder) {
    const change = changes.get(id);
    for (const expected of change ? [...changesOf(change), ...wokenBy(change, last)] : []) {
      const name = `${expected.table} ${String(expected.id)}`;
      last.set(name, { ...expected, values: { ...last.get(name)?.values, ...expected.values } });
    }
  }
  return last;
}

type Changed = Intent | Pick<Intent, 'kind' | 'args'>;

function changesOf({ kind, args }: Changed): ExpectedValues[] {
  const expected = expectedOf[kind]?.(args);
  return expected ? [expected] : [];
}

/** A customer's reply ends the snoozing of its ticket, and of those into which that is merged. */
function wokenBy(change: Changed, last: ReadonlyMap<string, ExpectedValues>): ExpectedValues[] {
  if (change.kind !== 'ticket.reply' || !('device' in change) || change.device.role !== 'user') return [];
  const woken: ExpectedValues[] = [];
  let id = change.args.ticket_id as string | undefined;
  while (id) {
    woken.push(snoozedUntil(id, null));
    id = last.get(`tickets ${id}`)?.values.merged_into_id as string | undefined;
  }
  return woken;
}

const rowOf = (
  { server: { db } }: Story,
  { table, id }: ExpectedValues,
): Promise<Record<string, unknown> | undefined> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('id', '=', id as never)
    .executeTakeFirst();

/** Checks that each ticket has exactly the tags that all its applied changes give in their order. */
async function checkTags({ server, intents, faults }: Story, inOrder: readonly string[]): Promise<void> {
  const expected = new Map<unknown, Map<string, string>>();
  const changes = inOrder.flatMap((id) => intents.get(id) ?? []).filter(({ kind }) => kind === 'ticket.tags');
  for (const { args } of changes) {
    const { ticket_id, add, remove } = args as MutationArgs<'ticket.tags'>;
    const tags = expected.get(ticket_id) ?? new Map<string, string>();
    expected.set(ticket_id, tags);
    for (const tag of remove) tags.delete(tag.toLowerCase());
    for (const tag of add) tags.set(tag.toLowerCase(), tags.get(tag.toLowerCase()) ?? tag);
  }
  for (const { id, tags } of await server.db.selectFrom('tickets').select(['id', 'tags']).execute()) {
    const [found, wanted] = [JSON.parse(tags) as string[], [...(expected.get(id)?.values() ?? [])]];
    if (found.toSorted().join() !== wanted.toSorted().join())
      faults.push(`tags ${found.join()} and not ${wanted.join()}`);
  }
}

async function checkReplies({ server, faults }: Story, applied: readonly Intent[]): Promise<void> {
  const rows = await server.db.selectFrom('responses').select(['id', 'content', 'is_internal']).execute();
  const responses = new Map(rows.map((row) => [row.id, row]));
  for (const { kind, args } of applied) {
    if (kind !== 'ticket.reply' && kind !== 'ticket.note') continue;
    const { content, is_internal: isInternal } = responses.get(String(args.id)) ?? {};
    if (content !== args.content) faults.push(`a reply says "${content}" and not "${String(args.content)}"`);
    if (isInternal !== flag(kind === 'ticket.note')) faults.push(`${kind} is ${isInternal ? 'a note' : 'a reply'}`);
  }
}

/** Checks that each ticket counts its own replies, also while it is merged, and no notes. */
async function checkCounts({ server, faults }: Story): Promise<void> {
  const { db } = server;
  const replies = await db.selectFrom('responses').select('ticket_id').where('is_internal', '=', 0).execute();
  for (const { id, responses_count: count } of await db.selectFrom('tickets').selectAll().execute()) {
    const written = replies.filter(({ ticket_id }) => ticket_id === id).length;
    if (count !== written) faults.push(`ticket ${id} counts ${count} replies and has ${written}`);
  }
}

async function checkReadNotifications({ server, faults }: Story, applied: readonly Intent[]): Promise<void> {
  const ids = applied.flatMap(({ kind, args }) => (kind === 'notification.read' ? (args.ids as string[]) : []));
  if (ids.length === 0) return;
  const query = server.db.selectFrom('notifications').select('id').where('id', 'in', ids).where('read_at', 'is', null);
  for (const { id } of await query.execute()) faults.push(`unread after it was read: notification ${id}`);
}

/** The rights that changes need, by the beginning of their kinds: the first that fits. */
const rights: readonly [string, (role: RoleName) => boolean][] = [
  ['topup.', (role) => can(role, 'topups.open')],
  ['order.ask', (role) => can(role, 'orders.ask')],
  ['order.answers', (role) => role === 'user'],
  ['order.', (role) => can(role, 'orders.change')],
  ['product.', (role) => can(role, 'catalogue.change')],
  ['category.', (role) => can(role, 'catalogue.change')],
];

/** Checks that nothing was applied that its user may only read. */
function checkRights({ faults }: Story, applied: readonly Intent[]): void {
  for (const { kind, device } of applied) {
    const right = rights.find(([beginning]) => kind.startsWith(beginning));
    if (right && !right[1](device.role)) faults.push(`${kind} was applied for an ${device.role}`);
  }
}
