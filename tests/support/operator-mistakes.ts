import { spawn } from 'node:child_process';
import { existsSync, appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { secret } from './setting-mistakes.ts';

/** A mistake of an operator: a command that is run as a process, and the one sentence it must end with. */
export interface Mistake {
  /** The mistake, as the operator's table names it. */
  what: string;
  /** The name of the npm script (such as `backup`, `start` or `test`), then the arguments. */
  run: string[];
  env?: Record<string, string>;
  input?: string;
  /** The text on standard error; paths and numbers of this run are replaced (see `hidden`). */
  sentence: string;
  /** The text on standard output. */
  out?: string;
}

/** The result of a mistake. */
interface Outcome {
  what: string;
  command: string;
  code: number | null;
  sentence: string;
  out: string;
}

/** Texts that differ from run to run, such as paths, by the word that replaces them in sentences. */
type Hidden = Record<string, string>;

interface MistakeOptions {
  env: Record<string, string>;
  hidden?: Hidden;
  /** The number of mistakes made at a time: 1 where they share a SQLite database. */
  atOnce?: number;
}

/**
 * Makes the mistakes and checks for each one line on standard error, without a stack and without a secret, the standard
 * output and exit code 1. Adds a part with this title to the operator's table (see `writeTable`).
 */
export async function expectSentences(
  title: string,
  mistakes: readonly Mistake[],
  { env, hidden = {}, atOnce = 3 }: MistakeOptions,
): Promise<void> {
  const outcomes = await makeMistakes(mistakes, { env, hidden, atOnce });
  const wanted = mistakes.map(({ what, run, sentence, out = '' }) => {
    const command = replaceHidden(run.join(' '), hidden);
    return { what, command, sentence: `${sentence}\n`, code: 1, out };
  });
  expect(outcomes).toEqual(wanted);
  const isOdd = ({ sentence }: Outcome) => /\n(.|\s+at )/.test(sentence) || sentence.includes(secret);
  expect(outcomes.filter(isOdd)).toEqual([]);
  writeTable(title, outcomes);
}

const root = join(import.meta.dirname, '../..');

/** The compile cache that all mistakes share. */
const compileCache = join(root, 'node_modules/.cache/operators');

/** The file that an npm script runs. */
function programOf(name: string): string {
  const base = name.replaceAll(':', '-');
  const places = [`src/server/commands/${base}.ts`, `scripts/${base}.mjs`, `scripts/${base}.ts`];
  const file = name === 'start' ? 'src/server/main.ts' : places.find((place) => existsSync(join(root, place)));
  if (!file) throw new Error(`no file is run by npm run ${name}`);
  return join(root, file);
}

/** Makes each mistake in its own process, with these settings only. */
async function makeMistakes(
  mistakes: readonly Mistake[],
  { env, hidden, atOnce }: Required<MistakeOptions>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...mistakes.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      outcomes[next[0]] = await makeMistake(next[1], env, hidden);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

async function makeMistake(
  { what, run, env, input }: Mistake,
  common: Record<string, string>,
  hidden: Hidden,
): Promise<Outcome> {
  const [name = '', ...args] = run;
  const child = spawn(process.execPath, [programOf(name), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...common, ...env },
  });
  child.stdin.on('error', () => undefined).end(input ?? '');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // A command that does not notice the mistake might never end.
  const timeout = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  clearTimeout(timeout);
  return {
    what,
    command: replaceHidden(run.join(' '), hidden),
    code,
    sentence: replaceHidden(err, hidden),
    out: replaceHidden(out, hidden),
  };
}

function replaceHidden(said: string, hidden: Hidden): string {
  return Object.entries(hidden).reduce((left, [word, value]) => left.replaceAll(value, word), said);
}

/** Appends a part of the operator's table to the file named by OPERATORS_TABLE, if it is set. */
function writeTable(title: string, outcomes: readonly Outcome[]): void {
  const file = process.env.OPERATORS_TABLE;
  if (!file) return;
  const cell = (value: string) => value.trim().replaceAll('|', '\\|');
  const rows = outcomes.map(
    ({ what, command, sentence, code }) => `| ${cell(what)} | \`${cell(command)}\` | ${cell(sentence)} | ${code} |`,
  );
  const head = `## ${title}\n\n| mistake | command | sentence | exit code |\n|---|---|---|---|\n`;
  if (!existsSync(file)) writeFileSync(file, '');
  appendFileSync(file, `${head}${rows.join('\n')}\n\n`);
}
