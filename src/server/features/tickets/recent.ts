import type { listRecentTickets } from '../../../contract/dashboard.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { SignedIn } from '../../platform/context.ts';
import { ticketRows } from './rows.ts';
import { ticketPageOf } from './ticket-lists.ts';

/** The newest tickets, for the dashboard. */
export async function recentTickets(ctx: SignedIn): Promise<OutputOf<typeof listRecentTickets>> {
  const { rows } = await ticketPageOf(ctx.means.reader, null, { search: '', page: 1, per_page: 5 });
  return { code: 'SUCCESS', data: await ticketRows(ctx.means.reader, rows, ctx.person) };
}
