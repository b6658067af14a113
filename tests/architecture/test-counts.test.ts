import { expect, test } from 'vitest';
import { countCheck } from '../../scripts/test-counts.mjs';

test('OF-34 the build counts as failed when it prints more than a new user should read', () => {
  const hints = ['Building the app …', '', ' WARN  an option is deprecated', 'transforming...', '✓ built'].join('\n');

  expect(countCheck(0, 'Building the app …\n', 3)).toEqual({ passed: 1, failed: 0 });
  expect(countCheck(0, '', 3)).toEqual({ passed: 1, failed: 0 });
  expect(countCheck(0, hints, 3)).toEqual({ passed: 0, failed: 1, note: 'printed more than 3 lines' });
  expect(countCheck(1, hints, 3)).toEqual({ passed: 0, failed: 1 });
  expect(countCheck(0, hints)).toEqual({ passed: 1, failed: 0 });
});
