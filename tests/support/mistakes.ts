import { spawn } from 'node:child_process';
import { existsSync, appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { secret } from './setting-mistakes.ts';

/** A mistake of an operator: a command that is run as a process, and the one sentence it must end with. */
export interface Mistake {
  /** In the words of the table. */
  what: string;
  /** As after `npm run`, or `start` or `test`; then the arguments. */
  run: string[];
  env?: Record<string, string>;
  input?: string;
  /** What stands on standard error, where paths and numbers of this run are replaced (see `hidden`). */
  sentence: string;
  /** What stands on standard output. */
  out?: string;
}

/** What became of a mistake. */
interface Outcome {
  what: string;
  command: string;
  code: number | null;
  sentence: string;
  out: string;
}

/** Texts of this run, by the words that stand for them in sentences. */
type Hidden = Record<string, string>;

interface Surroundings {
  env: Record<string, string>;
  hidden?: Hidden;
  /** How many are made at a time: 1 where they share a SQLite database. */
  atOnce?: number;
}

/**
 * Makes the mistakes and holds each to its sentence: one line on standard error, without a stack and without a secret,
 * nothing else, and exit code 1. The operator's table gets a part of this title.
 */
export async function expectSentences(
  title: string,
  mistakes: readonly Mistake[],
  { env, hidden = {}, atOnce = 3 }: Surroundings,
): Promise<void> {
  const outcomes = await makeMistakes(mistakes, { env, hidden, atOnce });
  const wanted = mistakes.map(({ what, run, sentence, out = '' }) => {
    const command = hide(run.join(' '), hidden);
    return { what, command, sentence: `${sentence}\n`, code: 1, out };
  });
  expect(outcomes).toEqual(wanted);
  const odd = ({ sentence }: Outcome) => /\n(.|\s+at )/.test(sentence) || sentence.includes(secret);
  expect(outcomes.filter(odd)).toEqual([]);
  writeTable(title, outcomes);
}

const root = join(import.meta.dirname, '../..');

/** What a program has compiled once is there for the next mistake. */
const compiled = join(root, 'node_modules/.cache/operators');

/** The file that an npm script runs. */
function programOf(name: string): string {
  const places = [`src/server/commands/${name}.ts`, `scripts/${name}.mjs`, `scripts/${name}.ts`];
  const file = name === 'start' ? 'src/server/main.ts' : places.find((place) => existsSync(join(root, place)));
  if (!file) throw new Error(`nothing runs for ${name}`);
  return join(root, file);
}

/** Makes every mistake in a process of its own that has no other settings than these. */
async function makeMistakes(
  mistakes: readonly Mistake[],
  { env, hidden, atOnce }: Required<Surroundings>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...mistakes.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      outcomes[next[0]] = await make(next[1], env, hidden);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

async function make(
  { what, run, env, input }: Mistake,
  common: Record<string, string>,
  hidden: Hidden,
): Promise<Outcome> {
  const [name = '', ...args] = run;
  const child = spawn(process.execPath, [programOf(name), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...common, ...env },
  });
  child.stdin.on('error', () => undefined).end(input ?? '');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // A mistake that is taken for right would go on for ever.
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  clearTimeout(late);
  return { what, command: hide(run.join(' '), hidden), code, sentence: hide(err, hidden), out: hide(out, hidden) };
}

function hide(said: string, hidden: Hidden): string {
  return Object.entries(hidden).reduce((left, [word, value]) => left.replaceAll(value, word), said);
}

/** Writes the operator's table to the file named by OPERATORS_TABLE; further ones are added to it. */
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
