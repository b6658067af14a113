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

/** A ticket's status is not checked: replies and other users change it too. */
const expectedOf: Record<string, (args: Intent['args']) => ExpectedValues> = {
  'ticket.priority': ({ ticket_id, to }) => ({ table: 'tickets', id: ticket_id, values: { priority: to } }),
  'ticket.assign': ({ ticket_id, to }) => ({ table: 'tickets', id: ticket_id, values: { assignee_id: to } }),
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
  const { server, intents, faults } = story;
  const { applied, inOrder } = await server.readApplied();
  for (const [name, expected] of lastExpected(intents, inOrder)) {
    const row = await rowOf(story, expected);
    for (const [field, value] of Object.entries(expected.values))
      if (row?.[field] !== value) faults.push(`${name}: ${field} is ${String(row?.[field])} and not ${String(value)}`);
  }
  const appliedIntents = [...intents].filter(([id]) => applied.has(id)).map(([, intent]) => intent);
  await checkReplies(story, appliedIntents);
  await checkReadNotifications(story, appliedIntents);
}

/** The values that every record has at the end when the changes are applied in this order. */
function lastExpected(intents: Story['intents'], inOrder: readonly string[]): Map<string, ExpectedValues> {
  const last = new Map<string, ExpectedValues>();
  for (const id of inOrder) {
    const intent = intents.get(id);
    const expected = intent && expectedOf[intent.kind]?.(intent.args);
    if (!expected) continue;
    const name = `${expected.table} ${String(expected.id)}`;
    last.set(name, { ...expected, values: { ...last.get(name)?.values, ...expected.values } });
  }
  return last;
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

async function checkReplies({ server, faults }: Story, applied: readonly Intent[]): Promise<void> {
  const rows = await server.db.selectFrom('responses').select(['id', 'content']).execute();
  const texts = new Map(rows.map(({ id, content }) => [id, content]));
  for (const { kind, args } of applied)
    if (kind === 'ticket.reply' && texts.get(String(args.id)) !== args.content)
      faults.push(`a reply says "${texts.get(String(args.id))}" and not "${String(args.content)}"`);
}

async function checkReadNotifications({ server, faults }: Story, applied: readonly Intent[]): Promise<void> {
  const ids = applied.flatMap(({ kind, args }) => (kind === 'notification.read' ? (args.ids as string[]) : []));
  if (ids.length === 0) return;
  const query = server.db.selectFrom('notifications').select('id').where('id', 'in', ids).where('read_at', 'is', null);
  for (const { id } of await query.execute()) faults.push(`unread after it was read: notification ${id}`);
}
