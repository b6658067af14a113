import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast, pauseToasts, toast } from '../../src/client/ui/toast.ts';

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  pauseToasts(false);
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

const titles = () => currentToasts().map(({ title }) => title);
const show = (...words: string[]) => words.forEach((title) => toast({ tone: 'info', title }));

test('S4-21 S9-04 messages disappear one at a time, every five seconds, the oldest first', () => {
  show('one', 'two');

  vi.advanceTimersByTime(4_999);
  expect(titles()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual(['two']);
  vi.advanceTimersByTime(5_000);
  expect(titles()).toEqual([]);
});

test('S4-21 S9-04 at most six messages are kept: the seventh removes the oldest', () => {
  show('1', '2', '3', '4', '5', '6', '7');

  expect(titles()).toEqual(['2', '3', '4', '5', '6', '7']);
});

test('S4-21 the timer stops while the pointer is over a message, and starts again afterwards', () => {
  show('one');
  vi.advanceTimersByTime(4_000);

  pauseToasts(true);
  vi.advanceTimersByTime(60_000);
  expect(titles()).toEqual(['one']);

  pauseToasts(false);
  vi.advanceTimersByTime(5_000);
  expect(titles()).toEqual([]);
});

test('after a message is dismissed, the next one disappears five seconds later', () => {
  show('one', 'two');
  dismissToast(currentToasts()[0]!.id);
  expect(titles()).toEqual(['two']);

  vi.advanceTimersByTime(5_000);
  expect(titles()).toEqual([]);
});
