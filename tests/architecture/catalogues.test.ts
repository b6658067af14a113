import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { adminSources } from '../../lingui.config.ts';

const root = resolve(import.meta.dirname, '../..');
const files = globSync('src/client/**/*.{ts,tsx}', { cwd: root });
const admin = new Set(
  adminSources
    .flatMap((source) => globSync([source, `${source}/**`], { cwd: root }))
    .filter((file) => /\.tsx?$/.test(file)),
);

/** Files that show an admin's screen or panel to admins only. */
const gates = ['src/client/app/routes.tsx', 'src/client/features/settings/settings-screen.tsx'];

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, resolve(root, dirname(file), path)),
  );

test('every entry of the list of admin sources names files', () => {
  expect(adminSources.filter((source) => globSync(source, { cwd: root }).length === 0)).toEqual([]);
});

test('what customers see imports no file whose texts are in the catalogue of admins', () => {
  const wrong = files
    .filter((file) => !admin.has(file) && !gates.includes(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => admin.has(path))
        .map((path) => `${file} → ${path}`),
    );
  expect(wrong).toEqual([]);
});
