import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A test fails when console.error is called while it runs. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const reported = vi.mocked(console.error).mock.calls.map((words) => words.map(String).join(' '));
  vi.mocked(console.error).mockRestore();
  expect(reported, 'console.error').toEqual([]);
});
