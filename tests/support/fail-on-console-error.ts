import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Whatever a test makes the code report with console.error makes that test fail. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const reported = vi.mocked(console.error).mock.calls.map((words) => words.map(String).join(' '));
  vi.mocked(console.error).mockRestore();
  expect(reported, 'console.error').toEqual([]);
});
