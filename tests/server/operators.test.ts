import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OperatorError } from '../../src/server/platform/base/operator-error.ts';
import { readSettings, settingNames } from '../../src/server/platform/base/settings.ts';
import { argumentMistakes } from '../support/argument-mistakes.ts';
import { isNightly } from '../support/commit.ts';
import { expectSentences } from '../support/operator-mistakes.ts';
import { emptyInstallation } from '../support/programs.ts';
import { settingMistakes } from '../support/setting-mistakes.ts';
import { databaseKind } from '../support/test-server.ts';

// These mistakes are found before a database is opened, so they are the same with PostgreSQL.
const isSqlite = databaseKind === 'sqlite';

test.runIf(isSqlite)(
  'an option, argument or value that a command does not know ends it with one sentence',
  async () => {
    await expectSentences('Arguments', argumentMistakes, { env: await emptyInstallation() });
  },
);

test.runIf(isSqlite)('a wrong value of a setting ends the start with one sentence', async () => {
  const env = await emptyInstallation();
  // A start prints what `readSettings` throws: the last mistake shows it, the nightly run all of them.
  const isPrinted = isNightly || process.env.OPERATORS_TABLE !== undefined;

  const messages = settingMistakes.map(({ env: wrong }) => messageOf(() => readSettings({ ...env, ...wrong })));
  expect(messages).toEqual(settingMistakes.map(({ sentence }) => sentence));
  await expectSentences('Settings', isPrinted ? settingMistakes : settingMistakes.slice(-1), { env });
});

test('every command and every setting has a mistake in these tests', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const mistakes = [...argumentMistakes, ...settingMistakes];
  const commands = new Set(mistakes.map(({ run }) => run[0]!));
  const settings = new Set(mistakes.flatMap(({ env = {} }) => Object.keys(env)));

  expect(Object.keys(scripts).filter((name) => !commands.has(name) && !tools.has(name))).toEqual([]);
  expect(settingNames.filter((name) => !settings.has(name) && !foundWhenUsed.has(name))).toEqual([]);
});

/** The message of the OperatorError that is thrown. */
function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return 'nothing was thrown';
}

/** Scripts that only run another program or another script. */
const tools = new Set(
  'prestart predev pretest build:if-changed check types lint format format:check unused i18n:extract i18n:check'.split(
    ' ',
  ),
);
/** Settings that only turn out to be wrong when they are used. */
const foundWhenUsed = new Set(['HOST', 'DATA_DIR']);
