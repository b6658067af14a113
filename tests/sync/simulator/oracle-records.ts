import type { Intent, Story } from './story.ts';

/** What a change leaves at the server: `table` has these values in the row of this id. */
interface Mark {
  table: 'tickets' | 'orders' | 'products' | 'categories';
  id: unknown;
  values: Record<string, unknown>;
}

const flag = (value: unknown): number => (value ? 1 : 0);

const withoutNulls = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** The status of a ticket is missing: replies and other people change it too. */
const marks: Record<string, (args: Intent['args']) => Mark> = {
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

/** Every record holds what was last done to it, replies say what their people wrote last, and what was read is read. */
export async function judgeRecords(story: Story): Promise<void> {
  const { stage, intents, faults } = story;
  const { applied, inOrder } = await stage.done();
  for (const [name, mark] of lastMarks(intents, inOrder)) {
    const row = await rowOf(story, mark);
    for (const [field, value] of Object.entries(mark.values))
      if (row?.[field] !== value) faults.push(`${name}: ${field} is ${String(row?.[field])} after ${String(value)}`);
  }
  const said = [...intents].filter(([id]) => applied.has(id)).map(([, intent]) => intent);
  await judgeReplies(story, said);
  await judgeRead(story, said);
}

/** What the changes leave in the end, by record, when they were applied in this order. */
function lastMarks(intents: Story['intents'], inOrder: readonly string[]): Map<string, Mark> {
  const last = new Map<string, Mark>();
  for (const id of inOrder) {
    const intent = intents.get(id);
    const mark = intent && marks[intent.kind]?.(intent.args);
    if (!mark) continue;
    const name = `${mark.table} ${String(mark.id)}`;
    last.set(name, { ...mark, values: { ...last.get(name)?.values, ...mark.values } });
  }
  return last;
}

const rowOf = ({ stage: { db } }: Story, { table, id }: Mark): Promise<Record<string, unknown> | undefined> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('id', '=', id as never)
    .executeTakeFirst();

async function judgeReplies({ stage, faults }: Story, said: readonly Intent[]): Promise<void> {
  const rows = await stage.db.selectFrom('responses').select(['id', 'content']).execute();
  const texts = new Map(rows.map(({ id, content }) => [id, content]));
  for (const { kind, args } of said)
    if (kind === 'ticket.reply' && texts.get(String(args.id)) !== args.content)
      faults.push(`a reply says "${texts.get(String(args.id))}" and not "${String(args.content)}"`);
}

async function judgeRead({ stage, faults }: Story, said: readonly Intent[]): Promise<void> {
  const ids = said.flatMap(({ kind, args }) => (kind === 'notification.read' ? (args.ids as string[]) : []));
  if (ids.length === 0) return;
  const query = stage.db.selectFrom('notifications').select('id').where('id', 'in', ids).where('read_at', 'is', null);
  for (const { id } of await query.execute()) faults.push(`unread after it was read: notification ${id}`);
}
