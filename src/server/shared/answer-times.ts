import type { Kysely } from 'kysely';
import { endedStatuses, type ticketPriorities } from '../../contract/ticket-rules.ts';
import { goalMs, openingSpans, type OpeningTimes, type WaitingGoals } from '../../contract/waiting-goals.ts';
import type { Database } from '../platform/database/schema.ts';

type Priority = (typeof ticketPriorities)[number];

/** A ticket with the times (ms) of its first answer and its last solution; null when there was none. */
export interface AnsweredTicket {
  created_at: number;
  priority: Priority;
  answered_at: number | null;
  solved_at: number | null;
}

/** How many tickets were answered in time, and within which opening time (ms). */
export interface AnswerTimes {
  in_time: number;
  late: number;
  first_answer: Times | null;
  solution: Times | null;
}

/** Half of the tickets, and nine of ten, needed at most as long. */
interface Times {
  half: number;
  nine_of_ten: number;
}

/** Reads the tickets that were opened since a moment (ms), without those that are merged into another one. */
export async function readAnsweredTickets(db: Kysely<Database>, from: number): Promise<AnsweredTicket[]> {
  const [tickets, merged, solutions] = await Promise.all([
    withFirstAnswer(db).where('created_at', '>=', from).where('merged_into_id', 'is', null).execute(),
    // A merge changes the ticket, so one into a ticket of the period is younger than that.
    withFirstAnswer(db).where('updated_at', '>=', from).where('merged_into_id', 'is not', null).execute(),
    readSolutions(db, from),
  ]);
  const answers = answersOfOthers(merged);
  return tickets.map(({ id, created_at, priority, status, status_at, answered_at }) => ({
    created_at,
    priority: priority as Priority,
    answered_at: earlier(answered_at, answers.get(id) ?? null),
    solved_at: isEnded(status) ? (solutions.get(id) ?? status_at) : null,
  }));
}

/** By what tickets are measured: opening times that reach from before all of them, and the goals. */
interface Measure {
  clock: OpeningClock;
  goals: WaitingGoals;
}

/** Calculates the figures of tickets as they were at a moment (ms). */
export function answerTimesOf(tickets: readonly AnsweredTicket[], at: number, measure: Measure): AnswerTimes {
  const { clock } = measure;
  const verdicts = tickets.map((ticket) => isInTime(ticket, at, measure));
  const until = (name: 'answered_at' | 'solved_at') =>
    timesOf(
      tickets.flatMap((ticket) => {
        const end = ticket[name];
        return end === null || end > at ? [] : [Math.max(0, clock(end) - clock(ticket.created_at))];
      }),
    );
  return {
    in_time: verdicts.filter((verdict) => verdict === true).length,
    late: verdicts.filter((verdict) => verdict === false).length,
    first_answer: until('answered_at'),
    solution: until('solved_at'),
  };
}

/** Returns the opening time (ms) that has passed between the first of two moments and one between them. */
export type OpeningClock = (moment: number) => number;

/** Returns a clock that shows the opening time since `from`; it is right up to `to`. */
export function openingClock(from: number, to: number, opening: OpeningTimes): OpeningClock {
  const spans: { begin: number; end: number; before: number }[] = [];
  let sum = 0;
  for (const [begin, end] of openingSpans(from, to, opening)) {
    spans.push({ begin, end, before: sum });
    sum += end - begin;
  }
  return (moment) => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (spans[middle]!.begin <= moment) low = middle + 1;
      else high = middle;
    }
    const span = spans[low - 1];
    return span ? span.before + Math.min(moment, span.end) - span.begin : 0;
  };
}

/** Whether the first answer was in time; null while the goal has not passed, and for a ticket that ended without one. */
function isInTime(ticket: AnsweredTicket, at: number, { clock, goals }: Measure): boolean | null {
  const { created_at: since, answered_at: answered, solved_at: solved } = ticket;
  const isWithinGoal = (end: number) => clock(end) - clock(since) <= goalMs(goals, ticket.priority);
  if (answered !== null && answered <= at) return isWithinGoal(answered);
  if (solved !== null && solved <= at) return null;
  return isWithinGoal(at) ? null : false;
}

/** The value that a part of all values does not exceed. */
const quantile = (sorted: readonly number[], part: number): number => sorted[Math.ceil(sorted.length * part) - 1]!;

function timesOf(durations: readonly number[]): Times | null {
  if (durations.length === 0) return null;
  const sorted = durations.toSorted((a, b) => a - b);
  return { half: quantile(sorted, 0.5), nine_of_ten: quantile(sorted, 0.9) };
}

const isEnded = (status: string): boolean => (endedStatuses as readonly string[]).includes(status);

const withFirstAnswer = (db: Kysely<Database>) =>
  db
    .selectFrom('tickets')
    .select((row) => [
      'id',
      'created_at',
      'priority',
      'status',
      'status_at',
      'merged_into_id',
      row
        .selectFrom('responses')
        .select('responses.created_at')
        .whereRef('responses.ticket_id', '=', 'tickets.id')
        .where('responses.type', '=', 'admin')
        .where('responses.is_internal', '=', 0)
        .where('responses.deleted_at', 'is', null)
        .orderBy('responses.created_at')
        .limit(1)
        .as('answered_at'),
    ])
    .where('deleted_at', 'is', null);

type TicketWithAnswer = Awaited<ReturnType<ReturnType<typeof withFirstAnswer>['execute']>>[number];

/** The first answers in merged tickets, by the ticket whose conversation shows them. */
function answersOfOthers(merged: readonly TicketWithAnswer[]): Map<string, number> {
  const targets = new Map(merged.map(({ id, merged_into_id: into }) => [id, into!]));
  const answers = new Map<string, number>();
  for (const { id, answered_at: answer } of merged) {
    if (answer === null) continue;
    let shown = id;
    while (targets.has(shown)) shown = targets.get(shown)!;
    answers.set(shown, Math.min(answer, answers.get(shown) ?? answer));
  }
  return answers;
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** When tickets last went from an open to an ended status, by their ids: closing a resolved ticket is no solution. */
async function readSolutions(db: Kysely<Database>, from: number): Promise<Map<string, number>> {
  const changes = await db
    .selectFrom('audit')
    .select(['entity_key', 'old_value', 'new_value', 'created_at'])
    .where('action', '=', 'ticket.status')
    .where('created_at', '>=', from)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const solved = new Map<string, number>();
  for (const { entity_key: id, old_value: before, new_value: after, created_at: at } of changes)
    if (isEnded(statusIn(after)) && !isEnded(statusIn(before))) solved.set(id, at);
  return solved;
}

const statusIn = (value: string | null): string => (JSON.parse(value ?? '{}') as { status?: string }).status ?? '';
