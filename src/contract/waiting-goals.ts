import { turnOf, waitingSince, newTicketStatus, type ticketPriorities } from './ticket-rules.ts';

/** When the shop answers: the seven days from Monday, each from a time to a later one (`09:00`), or null when it is closed. */
export interface OpeningTimes {
  days: readonly ({ readonly from: string; readonly to: string } | null)[];
  /** An IANA name, such as `Africa/Casablanca`. */
  timeZone: string;
}

const hour = 3_600_000;

type Priority = (typeof ticketPriorities)[number];

/** The hours of opening time within which support answers each message of a customer, by the priority of its ticket. */
export type WaitingGoals = Readonly<Record<Priority, number>>;

/** The goals of a shop whose admins have set no others. */
const usualGoals: WaitingGoals = { high: 1, medium: 4, low: 24 };

/** The least and the most hours of a goal. */
export const goalLimits = { min: 1, max: 720 } as const;

/** Returns the goals of a shop; the usual ones where its server or its settings do not name any. */
export const goalsOf = ({ goals }: { goals?: WaitingGoals | undefined }): WaitingGoals => goals ?? usualGoals;

/** Returns the goal of a priority in ms. */
export const goalMs = (goals: WaitingGoals, priority: Priority): number => goals[priority] * hour;

type Waiting = Parameters<typeof turnOf>[0] & Parameters<typeof waitingSince>[0] & { priority: Priority };

/** Returns until when support should answer a ticket, in ms since the epoch; null when it does not wait for support. */
export function answerDueAt(ticket: Waiting, opening: OpeningTimes, goals: WaitingGoals): number | null {
  if (turnOf(ticket) !== 'us') return null;
  const since = Date.parse(ticket.status === newTicketStatus ? ticket.created_at : waitingSince(ticket));
  return addOpeningTime(since, goalMs(goals, ticket.priority), opening);
}

/** Days after which the search for opening time ends. */
const daysMax = 400;

/**
 * Returns the moment at which a duration (ms) of opening time has passed since another moment. A shop that is closed on all
 * days names no opening times: it is always open.
 *
 * @internal Exported for tests: they add other durations than the goals.
 */
export function addOpeningTime(since: number, duration: number, { days, timeZone }: OpeningTimes): number {
  if (!days.some(Boolean)) return since + duration;
  let left = duration;
  const first = localDate(since, timeZone);
  for (let count = 0; count < daysMax; count++) {
    const date = new Date(first + count * 24 * hour);
    const day = days[(date.getUTCDay() + 6) % 7];
    if (!day) continue;
    const from = Math.max(since, momentOf(date, day.from, timeZone));
    const to = momentOf(date, day.to, timeZone);
    if (from + left <= to) return from + left;
    left -= Math.max(0, to - from);
  }
  return since + duration;
}

/** Returns the spans of opening time between two moments, in their order; one span where the shop is always open. */
export function openingSpans(from: number, to: number, { days, timeZone }: OpeningTimes): [number, number][] {
  if (!days.some(Boolean)) return [[from, to]];
  const spans: [number, number][] = [];
  const last = localDate(to, timeZone);
  for (let local = localDate(from, timeZone); local <= last; local += 24 * hour) {
    const date = new Date(local);
    const day = days[(date.getUTCDay() + 6) % 7];
    if (!day) continue;
    const begin = Math.max(from, momentOf(date, day.from, timeZone));
    const end = Math.min(to, momentOf(date, day.to, timeZone));
    if (begin < end) spans.push([begin, end]);
  }
  return spans;
}

/** Returns the date in a time zone, as the beginning of that date in UTC. */
const localDate = (moment: number, timeZone: string): number => {
  const local = moment + offsetAt(moment, timeZone);
  return local - (((local % (24 * hour)) + 24 * hour) % (24 * hour));
};

/** Returns the moment of a time of day in a time zone. A time that the clocks pass over is moved by that hour. */
function momentOf(date: Date, time: string, timeZone: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const local = date.getTime() + hours * hour + minutes * 60_000;
  const guess = local - offsetAt(local, timeZone);
  return local - offsetAt(guess, timeZone);
}

/** The formats in use, by time zone: making one takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Ms between two moments at which clocks can be changed, in all time zones. */
const offsetStep = 15 * 60_000;

/** The offsets that were asked for, by time zone and step: a list of tickets asks for the same days again and again. */
const offsets = new Map<string, number>();
const offsetsKept = 20_000;

/** Returns by how many ms the clocks of a time zone are ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const step = Math.floor(moment / offsetStep);
  const name = `${timeZone} ${step}`;
  const known = offsets.get(name);
  if (known !== undefined) return known;
  if (offsets.size >= offsetsKept) offsets.clear();
  const offset = readOffset(step * offsetStep, timeZone);
  offsets.set(name, offset);
  return offset;
}

function readOffset(moment: number, timeZone: string): number {
  const shape = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...shape, hourCycle: 'h23', timeZone });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute);
  return local - moment;
}
