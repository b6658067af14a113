import type { Mistake } from './operator-mistakes.ts';

/** The usage that a command prints after an unknown option. */
const usage: Record<string, string> = {
  start: 'npm start, with settings from the environment',
  migrate: 'npm run migrate',
  verify: 'npm run verify',
  backup: 'npm run backup -- FILE',
  restore: 'npm run restore -- FILE [--keep-sessions]',
  'create-root': 'npm run create-root -- --email NAME@HOST [--password-stdin]',
  codes: 'npm run codes -- check, or npm run codes -- rekey',
  seed: 'npm run seed -- [--users N] [--products N] [--orders N] [--tickets N] [--fresh [--yes]]',
  dev: 'npm run dev, with settings from the environment',
  build: 'npm run build -- [--if-changed]',
  sizes: 'npm run sizes -- [--files]',
  measure: 'npm run measure -- [--folder FOLDER] [--json]',
  trace: 'npm run trace -- [--open] [--json] [--counts] [--folder FOLDER]',
  look: 'npm run look -- [--only SCREEN|STATE]… [--who guest|customer|newcomer|admin|agent]… [--lang en|fr|ar]… [--width 360|768|1280|1920]… [--theme light|dark]… [--url URL] [--readme]',
  lighthouse: 'npm run lighthouse -- [--runs N] [--only NAME]…',
  'test:stress': 'npm run test:stress -- FILE… [--times N] [--pauses]',
  simulate: 'npm run simulate -- [--seeds N] [--from N] [--bugs N] [--refresh]',
  mutants: 'npm run mutants -- [--only TEXT]',
  drill: 'npm run drill -- [--asynchronous]',
  'simulate-money': 'npm run simulate-money -- [--seeds N] [--from N] [--bugs N] [--database sqlite|postgres]',
};

const unknownOptions: Mistake[] = Object.entries(usage).map(([name, commandUsage]) => ({
  what: 'an unknown option',
  run: [name, '--nonsense'],
  sentence: `Unknown option '--nonsense'. Usage: ${commandUsage}`,
}));

const testParts =
  'types, build, lint, format, unused, messages, trace, sizes, architecture, contract, server-sqlite, server-postgres, sync, screens, journeys';

const takesFile = (name: string) => ['backup', 'restore'].includes(name);

/** The other commands parse their arguments in the same way, but take longer to start. */
const quickCommands = [
  'start',
  'migrate',
  'verify',
  'backup',
  'restore',
  'create-root',
  'seed',
  'dev',
  'simulate',
  'simulate-money',
];

const unknownArguments: Mistake[] = quickCommands.map((name) =>
  takesFile(name)
    ? { what: 'one argument too many', run: [name, 'a', 'b'], sentence: `Usage: ${usage[name]}` }
    : {
        what: 'an unknown argument',
        run: [name, 'nonsense'],
        sentence: `Unexpected argument 'nonsense'. Usage: ${usage[name]}`,
      },
);

const valueMistakes: Mistake[] = [
  { what: 'no file name', run: ['backup'], sentence: `Usage: ${usage.backup}` },
  { what: 'no file name', run: ['restore'], sentence: `Usage: ${usage.restore}` },
  {
    what: 'two options that exclude each other',
    run: ['restore', 'a', '--sign-out', '--keep-sessions'],
    sentence: `Usage: ${usage.restore}`,
  },
  { what: 'no task', run: ['codes'], sentence: `Usage: ${usage.codes}` },
  { what: 'an unknown task', run: ['codes', 'nonsense'], sentence: `Usage: ${usage.codes}` },
  { what: 'no e-mail address', run: ['create-root'], sentence: `Usage: ${usage['create-root']}` },
  {
    what: 'an option without its value',
    run: ['create-root', '--email'],
    sentence: `Option '--email <value>' argument missing. Usage: ${usage['create-root']}`,
  },
  {
    what: 'a wrong e-mail address',
    run: ['create-root', '--email', 'nobody'],
    sentence: `Usage: ${usage['create-root']}`,
  },
  {
    what: 'a password that is too short',
    run: ['create-root', '--email', 'root@example.test', '--password-stdin'],
    input: 'short',
    sentence: 'The password needs at least 8 characters and must not be a common one.',
  },
  {
    what: 'a size that is no number',
    run: ['seed', '--users', 'many'],
    sentence: '--users takes a whole number from 7.',
  },
  { what: 'a size that is too small', run: ['seed', '--users', '3'], sentence: '--users takes a whole number from 7.' },
  {
    what: 'a count of seeds that is no number',
    run: ['simulate', '--seeds', 'abc'],
    sentence: '--seeds takes a whole number from 1.',
  },
  { what: 'no test file', run: ['test:stress'], sentence: `Usage: ${usage['test:stress']}` },
  {
    what: 'a test file that does not exist',
    run: ['test:stress', 'tests/nonsense.test.ts'],
    sentence: 'There is no file tests/nonsense.test.ts.',
  },
  { what: 'an unknown mutant', run: ['mutants', '--only', 'nonsense'], sentence: 'No mutant is called nonsense.' },
  { what: '0 seeds', run: ['simulate', '--seeds', '0'], sentence: '--seeds takes a whole number from 1.' },
  {
    what: 'a first seed that is no number',
    run: ['simulate', '--from', '1e3'],
    sentence: '--from takes a whole number from 1.',
  },
  {
    what: 'a count of bugs that is no number',
    run: ['simulate', '--bugs', 'all'],
    sentence: '--bugs takes a whole number from 1.',
  },
  {
    what: 'a count of seeds that is no number',
    run: ['simulate-money', '--seeds', 'abc'],
    sentence: '--seeds takes a whole number from 1.',
  },
  {
    what: 'an unknown database',
    run: ['simulate-money', '--database', 'mysql'],
    sentence: '--database is sqlite or postgres.',
  },
  {
    what: 'an unknown part',
    run: ['test', 'nonsense'],
    sentence: `There is no part "nonsense"; the parts are ${testParts}.`,
  },
  {
    what: 'one unknown part of two',
    run: ['test', 'types', 'srver'],
    sentence: `There is no part "srver"; the parts are ${testParts}.`,
  },
  {
    what: 'no name of a bench',
    run: ['bench'],
    sentence:
      'There is no bench "". Usage: npm run bench -- device|list|shop|tickets|server|server-lists|restart|memory',
  },
  {
    what: 'an unknown bench',
    run: ['bench', 'nonsense'],
    sentence:
      'There is no bench "nonsense". Usage: npm run bench -- device|list|shop|tickets|server|server-lists|restart|memory',
  },
  {
    what: 'a count of repetitions that is no number',
    run: ['bench', 'server', '--times', 'x'],
    sentence: '--times takes a whole number from 1.',
  },
  {
    what: 'a size that is no number',
    run: ['bench', 'device', '--rows', 'x'],
    sentence: '--rows takes a whole number from 4000.',
  },
  {
    what: 'a count of rounds that is no number',
    run: ['bench', 'shop', '--rounds', 'x'],
    sentence: '--rounds takes a whole number from 1.',
  },
  {
    what: 'an unknown option',
    run: ['bench', 'restart', '--times', '2'],
    sentence: "Unknown option '--times'. Usage: npm run bench -- restart",
  },
  {
    what: 'an unknown screen',
    run: ['look', '--only', 'nonsense'],
    sentence: '--only nonsense fits no screen and no state.',
  },
  { what: 'an unknown width', run: ['look', '--width', '800'], sentence: '--width is one of 360, 768, 1280, 1920.' },
  { what: 'no URL', run: ['look', '--url', 'nonsense'], sentence: '--url takes the URL of a server.' },
  ...[['look'], ['lighthouse'], ['bench', 'device'], ['bench', 'list'], ['bench', 'memory']].map((run) => ({
    what: 'no browser',
    run,
    env: { CHROMIUM_PATH: '/nowhere/chromium' },
    sentence: 'No Chromium was found: install one, or set CHROMIUM_PATH to the path of its program.',
  })),
  { what: '0 runs', run: ['lighthouse', '--runs', '0'], sentence: '--runs takes a whole number from 1.' },
];

/** Unknown options, and wrong arguments and values. */
export const argumentMistakes: readonly Mistake[] = [...unknownOptions, ...unknownArguments, ...valueMistakes];
