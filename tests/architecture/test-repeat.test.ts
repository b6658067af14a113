import { expect, test } from 'vitest';
import { countCheck } from '../../scripts/test-counts.mjs';
import { filesToRepeat, withPassedRepeat } from '../../scripts/test-repeat.mjs';

const failure = (file: string, title = 'a test') => ({ file, text: `${file} › ${title}: Error` });
const part = (name: string, ...failures: { file: string; text: string }[]) => ({
  name,
  passed: 10,
  failed: failures.length,
  failures,
});
const palette = 'tests/screens/palette.test.tsx';
const tabs = 'tests/journeys/tabs.test.ts';
const probes = 'tests/server/probes.test.ts';

test('up to two failed files are run again, each once, in the part in which it failed', () => {
  expect(filesToRepeat([part('sync'), part('screens')])).toEqual([]);
  expect(filesToRepeat([part('screens', failure(palette), failure(palette, 'another')), part('sync')])).toEqual([
    { name: 'screens', file: palette },
  ]);
  expect(filesToRepeat([part('screens', failure(palette)), part('journeys', failure(tabs))])).toEqual([
    { name: 'screens', file: palette },
    { name: 'journeys', file: tabs },
  ]);
  expect(filesToRepeat([part('server-sqlite', failure(probes)), part('server-postgres', failure(probes))])).toEqual([
    { name: 'server-sqlite', file: probes },
    { name: 'server-postgres', file: probes },
  ]);
});

test('nothing is run again after three failed files, a failure outside of the files, or a failed check', () => {
  const three = [part('screens', failure(palette)), part('journeys', failure(tabs)), part('sync', failure(probes))];
  expect(filesToRepeat(three)).toEqual([]);
  expect(filesToRepeat([part('screens', failure(palette)), { name: 'lint', passed: 0, failed: 1 }])).toEqual([]);
  expect(filesToRepeat([{ ...part('screens'), failed: 1 }])).toEqual([]);
});

test.each([
  'tests/server/money-simulator/seeds.test.ts',
  'tests/sync/simulator/seeds-1.test.ts',
  'tests/server/ledger-chain.test.ts',
  'tests/server/orders.test.ts',
  'tests/server/keys-per-user.test.ts',
  'tests/screens/adjust-balance.test.tsx',
  'tests/journeys/lost-answer.test.ts',
])('%s is never run again', (file) => {
  expect(filesToRepeat([part('a part', failure(file))])).toEqual([]);
  expect(filesToRepeat([part('a part', failure(file)), part('screens', failure(palette))])).toEqual([]);
});

test('a file that passes alone counts as passed and is listed as flaky; other failures stay', () => {
  const [first, second, other] = [failure(palette), failure(palette, 'another'), failure(tabs)];

  expect(withPassedRepeat(part('screens', first, second, other), palette)).toEqual({
    name: 'screens',
    passed: 12,
    failed: 1,
    failures: [other],
    flaky: [first, second],
  });
});

test('OF-34 the build counts as failed when it prints more than a new user should read', () => {
  const hints = ['Building the app …', '', ' WARN  an option is deprecated', 'transforming...', '✓ built'].join('\n');

  expect(countCheck(0, 'Building the app …\n', 3)).toEqual({ passed: 1, failed: 0 });
  expect(countCheck(0, '', 3)).toEqual({ passed: 1, failed: 0 });
  expect(countCheck(0, hints, 3)).toEqual({ passed: 0, failed: 1, note: 'printed more than 3 lines' });
  expect(countCheck(1, hints, 3)).toEqual({ passed: 0, failed: 1 });
  expect(countCheck(0, hints)).toEqual({ passed: 1, failed: 0 });
});
