// `npm run measure`: counts the sources of the app: lines and files, files of a screen, texts that occur twice, hooks
// with one use, the longest file and function, and circles of imports. `--folder FOLDER` counts another checkout.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { readArguments, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';

interface Source {
  /** Relative to the project. */
  file: string;
  text: string;
  lines: number;
}

/** Lines of a text that occurs twice, without imports and empty lines. */
const duplicateLines = 10;

await runCommand(async () => {
  const { values } = readArguments('npm run measure -- [--folder FOLDER] [--json]', {
    options: { folder: { type: 'string', default: home }, json: { type: 'boolean' } },
  });
  const source = readSources(values.folder, 'src');
  const client = source.filter(({ file }) => file.startsWith('src/client/'));
  const features = client.filter(({ file }) => file.startsWith('src/client/features/'));
  const screens = features.filter(({ file }) => file.endsWith('-screen.tsx')).length;
  const figures: Record<string, string | number> = {
    ...sizeOf('client', client),
    ...sizeOf('features', features),
    ...sizeOf('tests', readSources(values.folder, 'tests')),
    screens,
    'files per screen': (features.length / screens).toFixed(1),
    [`texts of ${duplicateLines} lines or more that occur twice`]: countDuplicates(source),
    'hooks with one use': countHooksWithOneUse(client),
    'longest file, lines': longest(source.map(({ file, lines }) => ({ name: file, lines }))),
    'longest function, lines': longest(source.flatMap(functionsOf)),
    'files in circles of imports': countInCircles(values.folder, source),
  };
  if (values.json) console.log(JSON.stringify(figures, null, 2));
  else for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(45)} ${figure}`);
});

function readSources(folder: string, part: string): Source[] {
  return readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|mjs|css)$/.test(name))
    .map((name) => {
      const text = readFileSync(join(folder, part, name), 'utf8');
      return { file: `${part}/${name}`, text, lines: text.trimEnd().split('\n').length };
    });
}

function sizeOf(name: string, sources: readonly Source[]): Record<string, number> {
  const lines = sources.reduce((sum, source) => sum + source.lines, 0);
  return { [`${name}, lines`]: lines, [`${name}, files`]: sources.length };
}

/** Counts the texts that occur more than once; a longer one counts once. */
function countDuplicates(sources: readonly Source[]): number {
  const seen = new Map<string, string>();
  let count = 0;
  for (const { file, text } of sources) {
    const lines = withoutImports(text)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    let isRepeated = false;
    for (let at = 0; at + duplicateLines <= lines.length; at += 1) {
      const block = lines.slice(at, at + duplicateLines).join('\n');
      const before = seen.get(block);
      if (before !== undefined && !isRepeated) count += 1;
      isRepeated = before !== undefined;
      seen.set(block, file);
    }
  }
  return count;
}

function withoutImports(text: string): string {
  return text.replaceAll(/^import [^;]*;$/gm, '');
}

/** Counts the exported hooks that only one other file names. */
function countHooksWithOneUse(sources: readonly Source[]): number {
  const hooks = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^export (?:async )?(?:function|const) (use[A-Z]\w*)/gm)].map(([, name]) => ({
      file,
      name: name!,
    })),
  );
  return hooks.filter(({ file, name }) => {
    const isNamed = new RegExp(`\\b${name}\\b`);
    return sources.filter((other) => other.file !== file && isNamed.test(other.text)).length === 1;
  }).length;
}

/** The functions of a file with their lengths. */
function functionsOf({ file, text }: Source): { name: string; lines: number }[] {
  if (file.endsWith('.css')) return [];
  const found: { name: string; lines: number }[] = [];
  const add = ({ start, end }: { start: number; end: number }) => {
    const line = text.slice(0, start).split('\n').length;
    found.push({ name: `${file}:${line}`, lines: text.slice(start, end).split('\n').length });
  };
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(
    parseSync(file, text).program,
  );
  return found;
}

function longest(all: readonly { name: string; lines: number }[]): string {
  const { name, lines } = all.reduce((first, one) => (one.lines > first.lines ? one : first));
  return `${lines} (${dirname(name) === '.' ? name : join(basename(dirname(name)), basename(name))})`;
}

/** Counts the files that import themselves through others, also for types only. */
function countInCircles(folder: string, sources: readonly Source[]): number {
  const imports = new Map(
    sources.map(({ file, text }) => [
      file,
      [...text.matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(([, still, lazy]) =>
        relative(folder, resolve(folder, dirname(file), (still ?? lazy)!)),
      ),
    ]),
  );
  const reaches = (from: string): boolean => {
    const seen = new Set<string>();
    const open = [...(imports.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === from) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(imports.get(next) ?? []));
    }
    return false;
  };
  return sources.filter(({ file }) => reaches(file)).length;
}
