import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mutants } from '../../scripts/mutants/plugin.ts';
import { bugs } from '../server/money-simulator/bugs.ts';

const root = resolve(import.meta.dirname, '../..');

test('each mutant changes exactly one place of a source file that exists', () => {
  expect(mutants.filter((mutant) => occurrences('src', mutant) !== 1).map(({ name }) => name)).toEqual([]);
});

test('each patch of a money simulator bug changes exactly one place of a source file that exists', () => {
  const stale = bugs.filter(({ patches }) => patches.some((patch) => occurrences('src/server', patch) !== 1));
  expect(stale.map(({ name }) => name)).toEqual([]);
});

test('each mutant names tests that exist, and no two have the same name', () => {
  const absent = mutants.flatMap(({ tests }) => tests).filter((name) => !existsSync(join(root, 'tests', name)));
  expect(absent).toEqual([]);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

/** How often the text that a change replaces occurs in its file below `folder`. */
function occurrences(folder: string, { file, from }: { file: string; from: string }): number {
  return readFileSync(join(root, folder, file), 'utf8').split(from).length - 1;
}
