import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addOpeningTime, answerDueAt, goalsOf, type OpeningTimes } from '../../src/contract/waiting-goals.ts';

const minute = 60_000;
const hour = 60 * minute;
const office = { from: '09:00', to: '18:00' };
/** Monday to Saturday from 9 to 18. */
const week: OpeningTimes = { days: [office, office, office, office, office, office, null], timeZone: 'Europe/Paris' };
const at = (text: string) => Date.parse(text);
const after = (from: string, duration: number, opening = week) =>
  new Date(addOpeningTime(at(from), duration, opening)).toISOString();

test('S2R-14 opening time passes while the shop is open, and stops at night and on closed days', () => {
  // In November, Paris is one hour ahead of UTC.
  expect(after('2026-11-23T10:00:00Z', hour)).toBe('2026-11-23T11:00:00.000Z');
  expect(after('2026-11-23T16:30:00Z', hour)).toBe('2026-11-24T08:30:00.000Z');
  expect(after('2026-11-23T17:00:00Z', hour)).toBe('2026-11-24T09:00:00.000Z');
  expect(after('2026-11-23T03:00:00Z', hour)).toBe('2026-11-23T09:00:00.000Z');
  // From Saturday evening to Monday, and 24 hours of opening time.
  expect(after('2026-11-21T16:30:00Z', hour)).toBe('2026-11-23T08:30:00.000Z');
  expect(after('2026-11-23T08:00:00Z', 24 * hour)).toBe('2026-11-25T14:00:00.000Z');
  expect(after('2026-11-23T23:30:00Z', 4 * hour, { ...week, days: [] })).toBe('2026-11-24T03:30:00.000Z');
});

test('S2R-14 a day on which the clocks change has the opening time that really passes', () => {
  const allDay = { from: '00:00', to: '23:59' };
  const always: OpeningTimes = { days: Array.from({ length: 7 }, () => allDay), timeZone: 'Europe/Paris' };
  const night: OpeningTimes = { ...always, days: Array.from({ length: 7 }, () => ({ from: '01:00', to: '04:00' })) };
  // On 29 March 2026, the clocks go from 2 to 3; on 25 October from 3 to 2.
  expect(after('2026-03-28T23:00:00Z', 2 * hour, night)).toBe('2026-03-29T02:00:00.000Z');
  expect(after('2026-10-24T22:00:00Z', 4 * hour, night)).toBe('2026-10-25T03:00:00.000Z');
  // Opens at 9 on the clock before and after the change.
  expect(after('2026-03-28T20:00:00Z', hour)).toBe('2026-03-30T08:00:00.000Z');
  expect(after('2026-03-27T20:00:00Z', hour)).toBe('2026-03-28T09:00:00.000Z');
});

/** At least 15 minutes, so that 600 minutes pass within the 400 days that are searched, also with one open day a week. */
const time = fc.tuple(fc.integer({ min: 0, max: 23 * 60 }), fc.integer({ min: 15, max: 59 })).map(([from, length]) => {
  const text = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return { from: text(from), to: text(from + length) };
});
const opening = fc.record({
  days: fc.array(fc.option(time), { minLength: 7, maxLength: 7 }),
  timeZone: fc.constantFrom('Europe/Paris', 'Africa/Casablanca', 'America/New_York', 'Asia/Kolkata', 'UTC'),
});
const moment = fc.integer({ min: at('2026-01-01T00:00:00Z') / minute, max: at('2027-12-31T00:00:00Z') / minute });
const duration = fc.integer({ min: 1, max: 300 });

test('S2R-14 two durations one after the other end where their sum ends, never before the time itself', () => {
  fc.assert(
    fc.property(opening, moment, duration, duration, (shop, from, one, other) => {
      const start = from * minute;
      const end = addOpeningTime(start, one * minute, shop);
      expect(end).toBeGreaterThanOrEqual(start + one * minute);
      expect(addOpeningTime(end, other * minute, shop)).toBe(addOpeningTime(start, (one + other) * minute, shop));
    }),
    { numRuns: 300 },
  );
});

test('S2R-14 a later moment is never due earlier', () => {
  fc.assert(
    fc.property(opening, moment, moment, duration, (shop, one, other, length) => {
      const [first, last] = [Math.min(one, other) * minute, Math.max(one, other) * minute];
      const due = (from: number) => addOpeningTime(from, length * minute, shop);
      expect(due(last)).toBeGreaterThanOrEqual(due(first));
    }),
    { numRuns: 200 },
  );
});

test('S2R-14 the goal depends on the priority, and only a ticket that waits for support has one', () => {
  const ticket = {
    status: 'open' as const,
    priority: 'high' as const,
    created_at: '2026-11-23T09:00:00.000Z',
    last_response_by: 'user' as const,
    last_response_at: '2026-11-23T12:00:00.000Z',
  };
  const due = (more: object) => {
    const found = answerDueAt({ ...ticket, ...more }, week, goalsOf({}));
    return found && new Date(found).toISOString();
  };
  expect(due({})).toBe('2026-11-23T13:00:00.000Z');
  expect(due({ priority: 'medium' })).toBe('2026-11-23T16:00:00.000Z');
  expect(due({ status: 'new', last_response_by: null, last_response_at: null })).toBe('2026-11-23T10:00:00.000Z');
  expect(due({ last_response_by: 'admin' })).toBeNull();
  expect(due({ status: 'resolved' })).toBeNull();
});
