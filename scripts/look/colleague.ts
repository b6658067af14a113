import { randomUUID } from 'node:crypto';
import { syncProtocol } from '../../src/contract/sync-limits.ts';
import { sync } from '../../src/contract/sync.ts';
import { readTicket } from '../../src/contract/tickets.ts';
import type { SampleIds } from './sample-ids.ts';
import { get, post } from './shop.ts';

/** The facts of a ticket that support works with. */
interface Facts {
  priority: string;
  assignee_id?: number | null;
  snoozed_until?: string | null;
}

/** Changes, as the root admin, what `queueOfficeChanges` changes on the device of an admin, to other values. */
export async function changeAsColleague(url: string, token: string, samples: SampleIds): Promise<void> {
  const { adminTicket: ticket_id, order, otherOrder } = samples;
  const ticket = (await get(url, readTicket.path.replace(':id', ticket_id), token)) as Facts;
  const { priority, assignee_id, snoozed_until } = ticket;
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const lane = `ticket:${ticket_id}`;
  await push(url, token, [
    [lane, 'ticket.priority', 1, { ticket_id, from: priority, to: priority === 'low' ? 'medium' : 'low' }],
    [lane, 'ticket.assign', 1, { ticket_id, from: assignee_id ?? null, to: assignee_id === 1 ? null : 1 }],
    [lane, 'ticket.snooze', 1, { ticket_id, from: snoozed_until ?? null, to: nextWeek }],
    [`order:${order}`, 'order.status', 1, { order_id: order, from: 'delivered', to: 'completed' }],
    [
      `order:${otherOrder}`,
      'order.deliver',
      2,
      { order_id: otherOrder, status: 'completed', notes: '8H2P-01AB-77ZX', file_id: null, from: null },
    ],
  ]);
}

type Change = [lane: string, kind: string, v: number, args: Record<string, unknown>];

async function push(url: string, token: string, changes: Change[]): Promise<void> {
  const mutations = changes.map(([lane, kind, v, args]) => ({ id: randomUUID(), kind, v, lane, args }));
  const position = { protocol: syncProtocol, epoch: null, cursor: null, before: null };
  const { results } = (await post(url, sync.path, { ...position, mutations }, token)) as {
    results: { status: number }[];
  };
  const refused = results.flatMap(({ status }, at) => (status === 200 ? [] : [`${changes[at]![1]}: ${status}`]));
  if (refused.length > 0) throw new Error(`the colleague's changes were refused: ${refused.join(', ')}`);
}

/** The edits of the colleague so far, in all browsers of a run. */
let edits = 0;

/**
 * The fields with which a colleague saves the record of a form before the admin does. Each value is new: one that the
 * form shows already, because the browser of another width has caused it, would be no conflict.
 */
export function colleaguesFields(path: string, sent: string | null): Record<string, unknown> {
  edits += 1;
  // In Arabic, because English texts count as untranslated.
  const text = `بطاقة هدايا ${edits}`;
  const form = (): Record<string, unknown> => JSON.parse(sent ?? '{}') as Record<string, unknown>;
  if (path.startsWith('/api/rates')) return { ...form(), price: (7 + edits / 100).toFixed(2) };
  if (path.startsWith('/api/users')) return { name: `أمينة حداد ${edits}` };
  if (path === '/api/shop') return { ...form(), name: text };
  if (path === '/api/shop/mail') return { ...form(), sender_name: text };
  if (path.startsWith('/api/articles')) {
    const texts = Object.entries(form().texts ?? {}).map(([language, written]) => [
      language,
      { ...(written as object), title: text },
    ]);
    return { ...form(), texts: Object.fromEntries(texts) };
  }
  return { title: text };
}
