import type { readAnswerTimes } from '../../../contract/dashboard.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { ticketPriorities } from '../../../contract/ticket-rules.ts';
import type { SignedIn } from '../../platform/context.ts';
import { readShopSettings } from '../../platform/database/shop.ts';
import { answerTimesOf, openingClock, readAnsweredTickets, type AnsweredTicket } from '../../shared/answer-times.ts';
import { windowAt } from './admin.ts';
import { windowBefore } from './periods.ts';

/** How the tickets of a period were answered, also by bucket and priority, and those of the period before. */
export async function answerTimes(
  ctx: SignedIn,
  { period }: ParsedInputOf<typeof readAnswerTimes>,
): Promise<OutputOf<typeof readAnswerTimes>> {
  const { reader, settings } = ctx.services;
  const now = ctx.services.now();
  const { from, buckets } = await windowAt(ctx, period);
  const before = windowBefore(period, now, settings);
  const first = before?.from ?? from;
  const [found, shop] = await Promise.all([readAnsweredTickets(reader, first), readShopSettings(reader)]);
  const clock = openingClock(first, now, { days: shop.hours, timeZone: settings.timeZone });
  const measure = { clock, goals: shop.goals };
  const between = (begin: number, end: number) =>
    found.filter(({ created_at: created }) => created >= begin && created < end);
  const countOf = (some: readonly AnsweredTicket[]) => {
    const { in_time, late } = answerTimesOf(some, now, measure);
    return { in_time, late };
  };
  const tickets = between(from, Infinity);
  return {
    code: 'SUCCESS',
    ...answerTimesOf(tickets, now, measure),
    by_time: buckets.map(({ name, from: begin }, index) => ({
      period: name,
      ...countOf(between(begin, buckets[index + 1]?.from ?? Infinity)),
    })),
    by_priority: ticketPriorities.map((priority) => ({
      priority,
      ...countOf(tickets.filter((ticket) => ticket.priority === priority)),
    })),
    before: before && answerTimesOf(between(before.from, before.to), before.to, measure),
  };
}
