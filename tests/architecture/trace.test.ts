import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const script = resolve(import.meta.dirname, '../../scripts/trace.ts');
const folder = mkdtempSync(join(tmpdir(), 'comptoir-trace-'));

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Composes an id, so that the trace of this repository does not find it in this file. */
const id = (number: number) => ['OF', String(number).padStart(2, '0')].join('-');

/** Runs the script in a folder with these files. */
function trace(files: Record<string, string>, ...options: string[]) {
  for (const part of ['docs', 'src', 'tests', 'scripts']) mkdirSync(join(folder, part), { recursive: true });
  const rows = [1, 2].map((number) => `| ${id(number)} | line ${number} | server |`).join('\n');
  for (const [name, text] of Object.entries({ 'README.md': '', 'docs/requirements.md': rows, ...files })) {
    writeFileSync(join(folder, name), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--folder', folder, ...options], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('a requirement is met when a test names it, and open when only a comment does, which fails', () => {
  const { status, stdout, stderr } = trace(
    {
      'tests/a.test.ts': `test.each([1])(\`${id(1)} %s of \${name} is kept\`, () => {}); // ${id(2)}`,
      'src/a.ts': `/** Keeps it (${id(2)}). */`,
    },
    '--json',
  );

  expect({ status, stderr }).toEqual({ status: 1, stderr: `No test names ${id(2)}.\n` });
  expect(JSON.parse(stdout)).toEqual([
    {
      id: id(1),
      group: 'OF',
      text: 'line 1',
      state: 'met',
      tests: [`tests/a.test.ts › ${id(1)} %s of \${name} is kept`],
    },
    { id: id(2), group: 'OF', text: 'line 2', state: 'open', tests: [] },
  ]);
});

test('a requirement of a later area needs no test, and is counted apart', () => {
  const { status, stdout } = trace({
    'docs/requirements.md': `| ${id(1)} | line 1 | server |\n| ${id(2)} | line 2 | later |`,
    'tests/a.test.ts': `test('${id(1)} it is kept', () => {});`,
  });

  expect(status).toBe(0);
  expect(stdout).toContain(`${id(2)}   later line 2\n`);
  expect(stdout).toMatch(/^OF {10}2 {5}1 {5}0 {5}1$/m);
  expect(stdout).toContain('2 requirements, 1 met, 1 later;');
});

test.each([
  ['the name of a test', 'tests/a.test.ts', (wrong: string) => `test('${wrong} it is kept', () => {});`],
  ['the name of a group', 'tests/a.test.tsx', (wrong: string) => `describe('${wrong} it', () => {});`],
  ['a comment', 'src/a.ts', (wrong: string) => `/** Keeps it (${wrong}). */`],
  ['a document', 'README.md', (wrong: string) => `It is kept (${wrong}).`],
])('an id in %s that docs/requirements.md does not have fails with its place', (_where, file, write) => {
  const { status, stdout, stderr } = trace({ [file]: `\n${write(id(3))}` });

  expect(status).toBe(1);
  expect(stderr).toBe(`No line of docs/requirements.md has ${id(3)} (${file}:2).\nNo test names ${id(1)}, ${id(2)}.\n`);
  expect(stdout).toContain(`${id(1)}   open  line 1\n`);
});

test.each(['skip', 'todo', 'fails', 'skip.each([1])'])(
  'a test.%s meets no requirement, but its id must be in docs/requirements.md',
  (variant) => {
    const withName = (name: string) => ({ 'tests/a.test.ts': `test.${variant}('${name} is kept', () => {});` });

    expect(JSON.parse(trace(withName(id(1)), '--json').stdout)[0]).toMatchObject({
      id: id(1),
      state: 'open',
      tests: [],
    });
    expect(trace(withName(id(3))).status).toBe(1);
  },
);

test('the tests of a skipped group meet no requirement', () => {
  // Composed, so that the trace of this repository does not count it.
  const group = `describe.${'skip'}('a group', () => { test('${id(1)} is kept', () => {}); });`;

  expect(JSON.parse(trace({ 'tests/a.test.ts': group }, '--json').stdout)[0]).toMatchObject({ state: 'open' });
});

test('with --open only open requirements are printed, and with --counts none', () => {
  const files = { 'tests/a.test.ts': `it('${id(1)} is kept', () => {});` };

  expect(trace(files, '--open').stdout).toMatch(/^OF-02 +open +line 2\n\ngroup/);
  expect(trace(files, '--counts').stdout).toMatch(/^\ngroup[^]*\n2 requirements, 1 met, 0 later; 0 decisions/);
});
