import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../../src/server/platform/settings.ts';
import { argumentMistakes } from '../support/argument-mistakes.ts';
import { expectSentences } from '../support/mistakes.ts';
import { emptyHouse } from '../support/programs.ts';
import { settingMistakes } from '../support/setting-mistakes.ts';
import { databaseKind } from '../support/world.ts';

// What is wrong before any database is opened is the same with each.
const isFirst = databaseKind === 'sqlite';

test.runIf(isFirst)(
  'F1-4 an option, argument or value that a command does not know ends in one sentence',
  async () => {
    await expectSentences('Arguments', argumentMistakes, { env: await emptyHouse() });
  },
  120_000,
);

test.runIf(isFirst)(
  'F1-4 a setting that is wrong by itself ends in one sentence',
  async () => {
    await expectSentences('Settings', settingMistakes, { env: await emptyHouse() });
  },
  120_000,
);

test('F1-4 every command and every setting is in the table', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const mistakes = [...argumentMistakes, ...settingMistakes];
  const commands = new Set(mistakes.map(({ run }) => run[0]!));
  const settings = new Set(mistakes.flatMap(({ env = {} }) => Object.keys(env)));

  expect(Object.keys(scripts).filter((name) => !commands.has(name) && !tools.has(name))).toEqual([]);
  expect(settingNames.filter((name) => !settings.has(name) && !atWork.has(name))).toEqual([]);
});

/** Scripts that run a program of others, or another script. */
const tools = new Set(
  'prestart predev pretest build:if-changed check types lint format format:check unused i18n:extract i18n:check'.split(
    ' ',
  ),
);
/** Settings that only turn out to be wrong when they are used. */
const atWork = new Set(['HOST', 'DATA_DIR']);
