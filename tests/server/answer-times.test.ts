import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addOpeningTime, type OpeningTimes } from '../../src/contract/waiting-goals.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { openingClock } from '../../src/server/shared/answer-times.ts';
import { createDevice, mutationOf, openTicketMutation, replyMutation, statusMutation } from '../support/device.ts';
import { databaseKind, startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

const minute = 60_000;
const hour = 60 * minute;
const ids = Object.fromEntries(
  ['first', 'dst', 'late', 'low', 'waiting', 'ended', 'merged', 'into', 'before', 'late before'].map((name) => [
    name,
    uuidv7(),
  ]),
) as Record<string, string>;

type Step = [time: string, who: TestUserName, mutation: ReturnType<typeof replyMutation>];

const open = (name: string, priority: string) => openTicketMutation(ids[name], { priority });
const reply = (name: string) => replyMutation({ ticket: ids[name]! });
const status = (name: string, from: string, to: string) => statusMutation(ids[name]!, from, to);
const work = (kind: string, name: string, args: object) =>
  mutationOf(kind, ids[name]!, { ticket_id: ids[name]!, ...args });

/**
 * Two weeks of March 2026 in Paris, by the clock there. The shop is open from Monday to Friday, 9 to 18, and on Sundays
 * from 1 to 4; on Sunday 29 the clocks go from 2 to 3, so these are two hours.
 */
const steps: Step[] = [
  ['16 10:00', 'amina', open('before', 'high')],
  ['16 10:30', 'sara', reply('before')],
  ['16 12:00', 'sara', status('before', 'in_progress', 'resolved')],
  // Friday 17:00: an hour of Friday and three of Sunday pass before the answer on Monday.
  ['20 17:00', 'amina', open('late before', 'high')],
  ['23 09:30', 'sara', reply('late before')],

  ['23 10:00', 'amina', open('late', 'high')],
  ['23 10:10', 'sara', work('ticket.note', 'late', { id: uuidv7(), content: 'No answer.' })],
  ['23 10:20', 'amina', reply('late')],
  ['23 11:01', 'sara', reply('late')],
  ['23 11:10', 'sara', reply('late')],
  ['23 12:00', 'sara', status('late', 'in_progress', 'resolved')],
  ['23 12:30', 'amina', reply('late')],
  ['23 14:00', 'sara', status('late', 'open', 'resolved')],
  ['24 09:00', 'amina', open('ended', 'medium')],
  ['24 10:00', 'sara', status('ended', 'new', 'resolved')],
  ['25 12:00', 'sara', status('ended', 'resolved', 'closed')],
  ['25 09:00', 'amina', open('merged', 'high')],
  ['25 09:30', 'amina', open('into', 'high')],
  ['25 09:45', 'sara', reply('merged')],
  ['25 10:00', 'sara', work('ticket.merge', 'merged', { into_id: ids.into })],
  ['26 09:00', 'amina', open('low', 'low')],
  ['27 16:00', 'amina', open('dst', 'medium')],
  ['27 17:00', 'amina', open('waiting', 'high')],
  ['27 17:30', 'amina', open('first', 'high')],
  ['29 01:20', 'sara', reply('first')],
  ['29 03:30', 'sara', reply('dst')],
];

/** A time of March 2026 on the clocks of Paris. */
const inParis = (text: string): number => {
  const local = Date.parse(`2026-03-${text.replace(' ', 'T')}:00Z`);
  return local - (local >= Date.parse('2026-03-29T03:00:00Z') ? 2 : 1) * hour;
};

const office = { from: '09:00', to: '18:00' };
const hours = [office, office, office, office, office, null, { from: '01:00', to: '04:00' }];
const now = inParis('29 12:00');

async function playWeeks(server: TestServer): Promise<void> {
  server.clock.now = inParis('16 09:00');
  expect((await server.as('sara').post('/api/shop', { name: 'Souk', hours })).status).toBe(200);
  for (const [time, who, mutation] of steps.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    server.clock.now = inParis(time);
    const client = server.withToken(await server.signIn(who));
    const { results } = await createDevice(client).exchange([mutation]);
    expect([time, results[0]!.status]).toEqual([time, 200]);
  }
  server.clock.now = now;
}

const minutes = (half: number, nine_of_ten: number) => ({ half: half * minute, nine_of_ten: nine_of_ten * minute });

test(`S2R-16 S2R-17 answers in time and the opening hours to the first answer and the solution, over closed hours, a Sunday and the change of the clocks, on ${databaseKind}`, async () => {
  const server = await startTestServer({ env: { TIME_ZONE: 'Europe/Paris' } });
  await playWeeks(server);
  const admin = server.withToken(await server.signIn('sara'));
  const read = async (period: string) => (await admin.get(`/api/dashboard/admin/answer-times?period=${period}`)).body;

  const week = await read('week');

  expect(week).toEqual({
    code: 'SUCCESS',
    // In time: first 50 min of 1 h, dst 3.5 of 4 h, into 15 min. Late: late by a minute, and waiting since three hours.
    // Not counted: low within 20 of 24 h, and ended without an answer.
    in_time: 3,
    late: 2,
    first_answer: minutes(50, 210),
    // Ended: 60 min until it was resolved, not until it was closed. Late: four hours until the second solution.
    solution: minutes(60, 240),
    by_time: ['23', '24', '25', '26', '27', '28', '29'].map((day) => ({
      period: `2026-03-${day}`,
      in_time: { '25': 1, '27': 2 }[day] ?? 0,
      late: { '23': 1, '27': 1 }[day] ?? 0,
    })),
    by_priority: [
      { priority: 'low', in_time: 0, late: 0 },
      { priority: 'medium', in_time: 1, late: 0 },
      { priority: 'high', in_time: 2, late: 2 },
    ],
    // Up to Sunday 22, when the answer to the ticket of Friday was awaited.
    before: { in_time: 1, late: 1, first_answer: minutes(30, 30), solution: minutes(120, 120) },
  });
  const month = await read('month');
  // Four hours and half of Monday's first hour.
  expect(month).toMatchObject({ in_time: 4, late: 3, first_answer: minutes(50, 270), solution: minutes(120, 240) });
  expect(month.before).toEqual({ in_time: 0, late: 0, first_answer: null, solution: null });
  expect(await read('lifetime')).toMatchObject({ in_time: 4, late: 3, before: null });

  // With other goals: late is in time within 61 of 120 min, waiting since three hours is late, dst 210 of 180 min is, too.
  await admin.post('/api/shop', { name: 'Souk', hours, goals: { high: 2, medium: 3, low: 24 } });
  const { in_time, late } = await read('week');
  expect({ in_time, late }).toEqual({ in_time: 3, late: 2 });
  expect((await read('week')).by_priority.slice(1)).toEqual([
    { priority: 'medium', in_time: 0, late: 1 },
    { priority: 'high', in_time: 3, late: 1 },
  ]);
  await server.close();
});

const day = fc.option(
  fc.tuple(fc.integer({ min: 0, max: 22 }), fc.integer({ min: 1, max: 59 })).map(([from, more]) => ({
    from: `${String(from).padStart(2, '0')}:00`,
    to: `${String(from + 1).padStart(2, '0')}:${String(more).padStart(2, '0')}`,
  })),
);
const opening: fc.Arbitrary<OpeningTimes> = fc.record({
  days: fc.array(day, { minLength: 7, maxLength: 7 }),
  timeZone: fc.constantFrom('Europe/Paris', 'Africa/Casablanca', 'America/New_York', 'Asia/Kolkata'),
});
const start = Date.UTC(2026, 0, 1);
const end = Date.UTC(2027, 0, 1);

test('S2R-16 the time that has passed agrees with the goals of tickets: it reaches a duration when the goal ends', () => {
  const moment = fc.integer({ min: 0, max: 250 * 24 * 60 });
  fc.assert(
    fc.property(opening, moment, fc.integer({ min: 1, max: 600 }), (shop, at, duration) => {
      const clock = openingClock(start, end, shop);
      const since = start + at * minute;
      const due = addOpeningTime(since, duration * minute, shop);
      expect(clock(due) - clock(since)).toBe(duration * minute);
      expect(clock(due - 1) - clock(since)).toBeLessThan(duration * minute);
    }),
    { numRuns: 100 },
  );
});
