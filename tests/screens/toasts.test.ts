import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alertInterval, alertsKept } from '../../src/contract/limits.ts';
import { alertPace, currentToasts, dismissToast, holdToasts, toast } from '../../src/client/ui/toast.ts';

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  holdToasts(false);
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

const titles = () => currentToasts().map(({ title }) => title);
const say = (...words: string[]) => words.forEach((title) => toast({ tone: 'info', title }));

test('S4-21 messages leave one at a time, every five seconds, the oldest first', () => {
  say('one', 'two');

  vi.advanceTimersByTime(4_999);
  expect(titles()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual(['two']);
  vi.advanceTimersByTime(5_000);
  expect(titles()).toEqual([]);
});

test('S9-04 the pace is that of the specification', () => {
  expect(alertPace).toEqual({ interval: alertInterval, kept: alertsKept });
});

test('S4-21 at most six are kept: the seventh pushes the oldest out', () => {
  say('1', '2', '3', '4', '5', '6', '7');

  expect(titles()).toEqual(['2', '3', '4', '5', '6', '7']);
});

test('S4-21 the clock stands still under a pointer and starts anew afterwards', () => {
  say('one');
  vi.advanceTimersByTime(4_000);

  holdToasts(true);
  vi.advanceTimersByTime(60_000);
  expect(titles()).toEqual(['one']);

  holdToasts(false);
  vi.advanceTimersByTime(5_000);
  expect(titles()).toEqual([]);
});

test('a message that was sent away does not give its time to the next one', () => {
  say('one', 'two');
  dismissToast(currentToasts()[0]!.id);
  expect(titles()).toEqual(['two']);

  vi.advanceTimersByTime(5_000);
  expect(titles()).toEqual([]);
});
