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

/** The texts of a catalogue with their translations; plural forms and contexts are part of them. */
const textsOf = (file: string): [id: string, translation: string][] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n\n')
    .flatMap((entry) => {
      const found = /((?:^msgctxt (?:".*"\n?)+)?^msgid (?:".*"\n?)+)^msgstr ((?:".*"\n?)+)/m.exec(`${entry}\n`);
      const [, id = '', translation = ''] = found ?? [];
      return found && id.trim() !== 'msgid ""' ? [[id, translation.replaceAll(/^"|"$|\n/gm, '')]] : [];
    });

test('S1-11 every text of both catalogues exists in English, French and Arabic, and the checks of the build refuse a missing one', () => {
  for (const folder of ['locale', 'locale/admin']) {
    const [english = [], french = [], arabic = []] = ['en', 'fr', 'ar'].map((locale) =>
      textsOf(`${folder}/${locale}.po`),
    );
    expect(english.length).toBeGreaterThan(300);
    for (const texts of [french, arabic]) expect(texts.map(([id]) => id)).toEqual(english.map(([id]) => id));
    for (const texts of [english, french, arabic])
      expect(texts.filter(([, translation]) => translation === '').map(([id]) => id)).toEqual([]);
  }
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['i18n:check']).toBe('lingui check sync && lingui check missing --mode catalog');
  expect(scripts.check).toContain(' messages ');
});
