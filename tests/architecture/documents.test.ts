import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../../src/server/platform/base/settings.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const folders = ['docs', 'src', 'tests', 'scripts'];
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
  // The links of articles lead to pages of the app (articles.test.ts).
].filter((file) => !file.startsWith('src/server/features/articles/texts/'));

/** All matches of a pattern in the documents, each as its file and its first group. */
const matchesOf = (pattern: RegExp) =>
  documents.flatMap((file) => [...read(file).matchAll(pattern)].map(([, match]) => ({ file, match: match! })));

test('every link between documents leads to a file, and every heading in a link exists', () => {
  const broken = matchesOf(/\]\((?!https?:)([^)\s]+)\)/g).filter(({ file, match }) => {
    const [path = '', heading] = match.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(root, target))) return true;
    return heading !== undefined && !headingsOf(target).includes(heading);
  });

  expect(broken).toEqual([]);
});

test('every file below tests, scripts, src or docs that a document mentions exists', () => {
  const paths = matchesOf(/`((?:tests|scripts|src|docs)\/[\w./-]+\.(?:tsx?|mjs|md))`/g);

  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter(({ match }) => !existsSync(join(root, match)))).toEqual([]);
});

test('every document that a comment mentions exists', () => {
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const known = new Set(documents.map((file) => basename(file)));
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/^\s*(?:\/?\*|\/\/).*?\b([a-z][\w-]*\.md)\b/gm)].map(([, name]) => ({ file, name: name! })),
  );

  expect(cited.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('every npm command that a document mentions exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  expect(matchesOf(/npm run ([\w:-]+)/g).filter(({ match }) => !(match in scripts))).toEqual([]);
});

test('README.md mentions every setting, and docs/operations.md only settings and variables of .env.example', () => {
  const envExampleNames = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  const operationsNames = [...read('docs/operations.md').matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)].map(
    ([, name]) => name!,
  );

  expect(settingNames.filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([]);
  expect(operationsNames.filter((name) => !settingNames.includes(name) && !envExampleNames.includes(name))).toEqual([]);
});

/** The headings of a document, as links write them after `#`. */
function headingsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
