// `npm run trace`: prints which tests prove each line of docs/requirements.md. Fails when a test, a comment or a
// document names an id that no line has, and when a line has no test and is not marked as later.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';
import { readCitations, type Citation } from './trace/citations.ts';
import { explanations, readRequirements, type Requirement } from './trace/requirements.ts';

interface Row extends Omit<Requirement, 'isLater'> {
  state: 'met' | 'open' | 'later';
  /** File and name of each test that names the id. */
  tests: string[];
}

const readable = /\.(?:tsx?|mjs|md)$/;

await runCommand(async () => {
  const { values } = readArguments('npm run trace -- [--open] [--json] [--counts] [--folder FOLDER]', {
    options: {
      open: { type: 'boolean' },
      json: { type: 'boolean' },
      counts: { type: 'boolean' },
      folder: { type: 'string', default: home },
    },
  });
  const citations = filesOf(values.folder).flatMap((file) =>
    readCitations(file, readFileSync(join(values.folder, file), 'utf8')),
  );
  const requirements = readRequirements(readFileSync(join(values.folder, 'docs/requirements.md'), 'utf8'));
  const rows = requirements.map((requirement) => findTests(requirement, citations));
  const shown = rows.filter(({ state }) => !values.open || state === 'open');
  if (values.json) console.log(JSON.stringify(shown, null, 2));
  else console.log([...(values.counts ? [] : shown.map(formatRow)), countTable(rows), totals(rows)].join('\n'));
  const unknown = findUnknown(citations, requirements);
  if (unknown.length > 0) console.error(`No line of docs/requirements.md has ${unknown.join(', ')}.`);
  const open = rows.filter(({ state }) => state === 'open').map(({ id }) => id);
  if (open.length > 0) console.error(`No test names ${open.join(', ')}.`);
  process.exitCode = unknown.length + open.length > 0 ? 1 : 0;
});

/** Sources, tests and documents of a project, relative to its folder. */
function filesOf(folder: string): string[] {
  const inside = ['src', 'tests', 'scripts', 'docs'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((name) => `${part}/${name}`),
  );
  const atTop = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return [...inside, ...atTop].filter((name) => readable.test(name)).sort();
}

function findTests({ isLater, ...requirement }: Requirement, citations: readonly Citation[]): Row {
  const tests = citations
    .filter(({ id, test }) => id === requirement.id && test !== null)
    .map(({ file, test }) => `${file} › ${test}`);
  const withoutTests = isLater ? 'later' : 'open';
  return { ...requirement, state: tests.length > 0 ? 'met' : withoutTests, tests: [...new Set(tests)] };
}

function formatRow({ id, state, text, tests }: Row): string {
  return [`${id.padEnd(7)} ${state.padEnd(5)} ${text}`, ...tests.map((test) => `${' '.repeat(14)}${test}`)].join('\n');
}

function countTable(rows: readonly Row[]): string {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const lines = groups.map((group) => {
    return tableLine(group, Object.values(count(rows.filter((row) => row.group === group))));
  });
  return ['', tableLine('group', ['lines', 'met', 'open', 'later']), ...lines, ''].join('\n');
}

function tableLine(group: string, cells: readonly (string | number)[]): string {
  return [group.padEnd(7), ...cells.map((cell) => String(cell).padStart(6))].join('');
}

function totals(rows: readonly Row[]): string {
  const isExplanation = ({ group }: Row) => explanations.includes(group);
  const lines = count(rows.filter((row) => !isExplanation(row)));
  const rest = count(rows.filter(isExplanation));
  return `${lines.all} requirements, ${lines.met} met, ${lines.later} later; ${rest.all} decisions and readings, ${rest.met} met`;
}

function count(rows: readonly Row[]): Record<'all' | Row['state'], number> {
  const countOf = (wanted: Row['state']) => rows.filter(({ state }) => state === wanted).length;
  return { all: rows.length, met: countOf('met'), open: countOf('open'), later: countOf('later') };
}

function findUnknown(citations: readonly Citation[], requirements: readonly Requirement[]): string[] {
  const known = new Set(requirements.map(({ id }) => id));
  return citations.filter(({ id }) => !known.has(id)).map(({ id, file, line }) => `${id} (${file}:${line})`);
}
