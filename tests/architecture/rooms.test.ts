import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const workerRooms = ['contract', 'client/api', 'client/local', 'client/actions', 'client/sync'];
const clientRooms = [...workerRooms, 'client/text', 'client/ui', 'client/features'];

/** Each room and the rooms it may import. A room listed later never appears in an earlier line. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  'server/platform': ['contract'],
  'server/ledger': ['contract', 'server/platform'],
  'server/features': ['contract', 'server/platform', 'server/ledger'],
  server: ['contract', 'server/platform', 'server/ledger', 'server/features'],
  'client/text': ['contract'],
  'client/ui': ['client/text'],
  'client/api': ['contract'],
  'client/local': ['contract'],
  'client/actions': ['contract', 'client/local'],
  'client/sync': ['contract', 'client/api', 'client/local', 'client/actions'],
  'client/features': clientRooms.filter((room) => room !== 'client/features'),
  'client/app': clientRooms,
  client: workerRooms,
};

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:tsx?|css|html)$/.test(name),
);
const code = files.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
const text = new Map(code.map((name) => [name, readFileSync(join(src, name), 'utf8')]));

const importing =
  /^(?:import\b[^'"]*?|export\s+(?:type\s+)?[*{][^'"]*?from\s*)['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/gm;
const imports = code
  .flatMap((from) =>
    [...text.get(from)!.matchAll(importing)].map(([, still, lazy]) => ({
      from,
      to: relative(src, resolve(src, dirname(from), (still ?? lazy)!)),
    })),
  )
  .filter(({ to }) => !to.startsWith('..'));

const rooms = Object.keys(mayImport).sort((a, b) => b.length - a.length);
const roomOf = (file: string) => rooms.find((room) => file.startsWith(`${room}/`));
const featureOf = (file: string) => /^(?:server|client)\/features\/[^/]+/.exec(file)?.[0];
const filesWith = (pattern: RegExp, among = code) => among.filter((name) => pattern.test(text.get(name) ?? ''));

test('every file lives in a room', () => {
  expect(code.filter((file) => !roomOf(file))).toEqual([]);
});

test('rooms import only the rooms above them', () => {
  const wrong = imports.filter(
    ({ from, to }) => roomOf(from) !== roomOf(to) && !mayImport[roomOf(from)!]!.includes(roomOf(to) ?? to),
  );
  expect(wrong).toEqual([]);
});

test('a feature imports no other feature', () => {
  const wrong = imports.filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to));
  expect(wrong).toEqual([]);
});

test('files stay under 250 lines', () => {
  expect(code.filter((file) => text.get(file)!.trimEnd().split('\n').length > 250)).toEqual([]);
});

test('file names are kebab-case and say something', () => {
  const silent = /^(?:utils?|helpers?|misc|common|manager|index)\.tsx?$|-(?:utils?|helpers?|manager)\.tsx?$/;
  const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.(?:tsx?|css|html)$/;
  const names = files.filter((name) => name !== 'client/index.html').map((name) => basename(name));
  expect(names.filter((name) => silent.test(name) || !kebab.test(name))).toEqual([]);
});

test('no file passes on what another file exports', () => {
  expect(filesWith(/^export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*(?:as\s+\w+\s*)?from\b/m)).toEqual([]);
});

test('relative imports carry their ending', () => {
  expect(imports.filter(({ to }) => !/\.(?:tsx?|css|po|json)$/.test(to))).toEqual([]);
});

test('spacing and place follow the direction of writing', () => {
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
  const openTransactions = /\binTransaction\(|\.transaction\(\)/;
  const writes = /means\.db\b/;
  const features = code.filter((name) => name.startsWith('server/features/'));
  expect(filesWith(openTransactions, features).filter((name) => !ofGuests.includes(name))).toEqual([]);
  const readsAfterWriting = ['server/features/files/operations.ts'];
  expect(filesWith(writes, features).filter((name) => ![...ofGuests, ...readsAfterWriting].includes(name))).toEqual([]);
});
