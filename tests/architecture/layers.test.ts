import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const base = ['contract', 'server/platform/base'];
const platformParts = [
  ...base,
  'server/platform/database',
  'server/platform/files',
  'server/platform/mail',
  'server/platform/crypto',
];
const platform = [...platformParts, 'server/platform/changes', 'server/platform'];
const featureImports = [...platform, 'server/ledger', 'server/shared'];
const workerLayers = ['contract', 'client/base', 'client/api', 'client/local', 'client/actions', 'client/sync'];
const clientLayers = [...workerLayers, 'client/text', 'client/ui', 'client/lists', 'client/forms', 'client/features'];

/** Each layer and the layers it may import. A layer listed later never appears in an earlier line. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  'server/platform/base': ['contract'],
  'server/platform/crypto': base,
  'server/platform/database': base,
  'server/platform/files': [...base, 'server/platform/database'],
  'server/platform/mail': [...base, 'server/platform/database', 'server/platform/files'],
  'server/platform/changes': [...base, 'server/platform/database'],
  'server/platform': [...platformParts, 'server/platform/changes'],
  'server/platform/http': platform,
  'server/platform/backup': platform,
  'server/ledger': platform,
  'server/shared': [...platform, 'server/ledger'],
  'server/features': [...featureImports, 'server/platform/http'],
  'server/demo': [...featureImports, 'server/features'],
  server: [...featureImports, 'server/platform/http', 'server/platform/backup', 'server/features', 'server/demo'],
  'client/base': [],
  'client/text': ['contract'],
  'client/ui': ['client/base', 'client/text'],
  'client/api': ['contract', 'client/base'],
  'client/local': ['contract', 'client/base'],
  'client/actions': ['contract', 'client/local'],
  'client/sync': ['contract', 'client/base', 'client/api', 'client/local', 'client/actions'],
  'client/lists': [...workerLayers, 'client/text', 'client/ui'],
  'client/forms': [...workerLayers, 'client/text', 'client/ui'],
  'client/features': clientLayers.filter((layer) => layer !== 'client/features'),
  'client/app': clientLayers,
  client: workerLayers,
};

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:tsx?|css|html)$/.test(name),
);
const code = files.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
const text = new Map(code.map((name) => [name, readFileSync(join(src, name), 'utf8')]));

const importPattern =
  /^(?:import\b[^'"]*?|export\s+(?:type\s+)?[*{][^'"]*?from\s*)['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/gm;
const imports = code
  .flatMap((from) =>
    [...text.get(from)!.matchAll(importPattern)].map(([, staticPath, lazyPath]) => ({
      from,
      to: relative(src, resolve(src, dirname(from), (staticPath ?? lazyPath)!)),
    })),
  )
  .filter(({ to }) => !to.startsWith('..'));

const layers = Object.keys(mayImport).sort((a, b) => b.length - a.length);
const layerOf = (file: string) => layers.find((layer) => file.startsWith(`${layer}/`));
const featureOf = (file: string) => /^(?:server|client)\/features\/[^/]+/.exec(file)?.[0];
const filesWith = (pattern: RegExp, among = code) => among.filter((name) => pattern.test(text.get(name) ?? ''));

test('every file is in a layer', () => {
  expect(code.filter((file) => !layerOf(file))).toEqual([]);
});

test('a layer imports only the layers that are listed for it', () => {
  const wrong = imports.filter(
    ({ from, to }) => layerOf(from) !== layerOf(to) && !mayImport[layerOf(from)!]!.includes(layerOf(to) ?? to),
  );
  expect(wrong).toEqual([]);
});

test('no folder imports itself through other folders, not even for types', () => {
  const imported = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const folders = imported.get(dirname(from)) ?? new Set();
    if (dirname(to) !== dirname(from)) imported.set(dirname(from), folders.add(dirname(to)));
  }
  const reachable = (folder: string, seen = new Set<string>()): Set<string> => {
    for (const next of imported.get(folder) ?? []) if (!seen.has(next)) reachable(next, seen.add(next));
    return seen;
  };
  expect([...imported.keys()].filter((folder) => reachable(folder).has(folder))).toEqual([]);
});

test('no file imports itself through other files, not even for types', () => {
  const imported = Map.groupBy(imports, ({ from }) => from);
  const open: string[] = [];
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (file: string) => {
    if (open.includes(file)) circles.push([...open.slice(open.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    done.add(file);
    open.push(file);
    for (const { to } of imported.get(file) ?? []) follow(to);
    open.pop();
  };
  for (const file of code) follow(file);
  expect(circles).toEqual([]);
});

test('a feature imports no other feature', () => {
  const wrong = imports.filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to));
  expect(wrong).toEqual([]);
});

test('only load-demo.ts, which checks whether the demo exists, imports the demo', () => {
  const demo = 'server/demo/';
  const importers = imports.filter(({ from, to }) => to.startsWith(demo) && !from.startsWith(demo));
  expect(importers.map(({ from }) => from)).toEqual(['server/load-demo.ts']);
});

test('source files have at most 250 lines', () => {
  expect(code.filter((file) => text.get(file)!.trimEnd().split('\n').length > 250)).toEqual([]);
});

test('amounts get their currency in one place for screens and one for e-mails, and no text names a currency', () => {
  expect(filesWith(/style: 'currency'/)).toEqual(['client/text/money.ts', 'server/platform/mail/notices.ts']);
  const catalogues = ['en', 'fr', 'ar'].map((name) => readFileSync(join(src, `../locale/${name}.po`), 'utf8'));
  expect(catalogues.filter((texts) => /[€$£]\s?\d|\d\s?[€$£]|\b(?:EUR|euros?)\b/i.test(texts))).toEqual([]);
});

test('elements with styles come from our own factory, not from Chakra’s', () => {
  const value = /^import \{[^}]*\b(?:chakra|Box|Button|Spinner)\b[^}]*\} from '@chakra-ui\//m;
  const types = /^import \{[^}]*\btype chakra\b/m;
  expect(filesWith(value).filter((file) => !types.test(text.get(file)!))).toEqual([]);
});

test('fewer than 20 files have 15 lines or fewer, so that readers find related code in one place', () => {
  const root = join(src, '..');
  const short = ['src', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
      .filter(
        (name) =>
          readFileSync(join(root, folder, name), 'utf8')
            .trimEnd()
            .split('\n').length <= 15,
      )
      .map((name) => `${folder}/${name}`),
  );
  expect(short.length < 20 ? [] : short).toEqual([]);
});

test('file names are kebab-case, without vague words such as "utils"', () => {
  const vague = /^(?:utils?|helpers?|misc|common|manager|index)\.tsx?$|-(?:utils?|helpers?|manager)\.tsx?$/;
  const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.(?:tsx?|css|html)$/;
  const names = files.filter((name) => name !== 'client/index.html').map((name) => basename(name));
  expect(names.filter((name) => vague.test(name) || !kebab.test(name))).toEqual([]);
});

test('no file re-exports from another file', () => {
  expect(filesWith(/^export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*(?:as\s+\w+\s*)?from\b/m)).toEqual([]);
});

test('relative imports name the file extension', () => {
  expect(imports.filter(({ to }) => !/\.(?:tsx?|css|po|json)$/.test(to))).toEqual([]);
});

test('spacing and position use start and end, not left and right, so that they fit Arabic', () => {
  const side = '(?:margin|padding|border|inset)?(?:Left|Right)|[mp][lr]|left|right|border[LR]\\w*Radius';
  const physical = new RegExp(
    `(?<![\\w.'"-])(?:${side})\\s*(?:=\\s*[{"']|:\\s*['"{\\d-])|textAlign(?:=|: )["'](?:left|right)`,
  );
  expect(
    filesWith(
      physical,
      code.filter((name) => /^client\/(?:ui|app|features)\//.test(name)),
    ),
  ).toEqual([]);
});

test('D-16 features change data of a signed-in user only in transactions that check the user’s rights', () => {
  const ofGuests = ['password.ts', 'registration.ts', 'sign-in.ts'].map((name) => `server/features/auth/${name}`);
  const withoutUser = [
    ...ofGuests,
    'server/features/dashboard/digest.ts',
    'server/features/stock/expire.ts',
    'server/features/topup-settings/reminder.ts',
  ];
  const transactionCalls = /\binTransaction\(|\.transaction\(\)/;
  const databaseUses = /services\.db\b/;
  const features = code.filter((name) => name.startsWith('server/features/'));
  expect(filesWith(transactionCalls, features).filter((name) => !withoutUser.includes(name))).toEqual([]);
  // Count the uploads of a user, and how often codes are opened; the first reads the stored file again.
  const withOtherUses = ['server/features/files/operations.ts', 'server/features/stock/reveal-codes.ts'];
  expect(
    filesWith(databaseUses, features).filter((name) => ![...withoutUser, ...withOtherUses].includes(name)),
  ).toEqual([]);
});
