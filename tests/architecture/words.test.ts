import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { allowedNames, allowedPhrases, allowedStandards, crypticWords } from './cryptic-words.ts';

const root = resolve(import.meta.dirname, '../..');
const files = ['src', 'scripts', 'tests', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
);
const sources = files.filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.startsWith('tests/architecture/cryptic'));
const documents = [...readdirSync(root), ...files].filter((file) => file.endsWith('.md'));

/** A name, or a text for readers: a comment, a test name or a document. */
interface Piece {
  kind: 'name' | 'text';
  text: string;
  start: number;
}

test('names, comments and test names use no cryptic word', () => {
  expect(sources.flatMap((file) => faultsOf(file, read(file)))).toEqual([]);
});

test('documents use no cryptic word', () => {
  expect(documents.flatMap((file) => faultsOf(file, read(file)))).toEqual([]);
});

test('a cryptic word is found in a name, a comment and a test name, with the word to use', () => {
  const source =
    "// Asks nobody.\nconst openHouse = 1;\ntest('a letter arrives', () => openHouse);\nconst whouses = 'house';\n";

  expect(faultsOf('src/a.test.ts', source)).toEqual([
    'src/a.test.ts:1 "nobody", use: a named subject: a customer, an admin, no request',
    'src/a.test.ts:2 "house" in openHouse, use: installation, database or server',
    'src/a.test.ts:3 "letter", use: e-mail',
    'src/a.test.ts:3 "house" in openHouse, use: installation, database or server',
  ]);
});

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The names, comments and test names of a source, in their order. */
function piecesOf(file: string, text: string): Piece[] {
  const pieces: Piece[] = [];
  const name = (node: { name: string; start: number }) =>
    void pieces.push({ kind: 'name', text: node.name, start: node.start });
  const { program, comments } = parseSync(file, text);
  new Visitor({
    Identifier: name,
    JSXIdentifier: name,
    PrivateIdentifier: name,
    CallExpression({ callee, arguments: [first] }) {
      const isTest = /^(?:test|it|describe)\b/.test(text.slice(callee.start, callee.end));
      if (isTest && (first?.type === 'Literal' || first?.type === 'TemplateLiteral'))
        pieces.push({ kind: 'text', text: text.slice(first.start, first.end), start: first.start });
    },
  }).visit(program);
  for (const { value, start } of comments) pieces.push({ kind: 'text', text: value, start });
  return pieces.toSorted((a, b) => a.start - b.start);
}

/** A document without its code and the targets of its links. */
function proseOf(text: string): Piece {
  const blank = (match: string) => match.replaceAll(/[^\n]/g, ' ');
  const prose = text.replaceAll(/```.*?```/gs, blank).replaceAll(/`[^`\n]*`|\]\([^)]*\)/g, blank);
  return { kind: 'text', text: prose, start: 0 };
}

/** Each cryptic word of a file, as `file:line "word", use: the plain one`. */
function faultsOf(file: string, text: string): string[] {
  const pieces = file.endsWith('.md') ? [proseOf(text)] : piecesOf(file, text);
  return pieces
    .flatMap((piece) => (piece.kind === 'name' ? faultsOfName(file, piece) : faultsOfText(piece)))
    .map(({ start, fault }) => `${file}:${text.slice(0, start).split('\n').length} ${fault}`);
}

interface Fault {
  start: number;
  fault: string;
}

function faultsOfName(file: string, { text, start }: Piece): Fault[] {
  if (allowedStandards.has(text) || allowedNames.has(`${file} ${text}`)) return [];
  const parts = text
    .replace(/help_?desk/i, '')
    .split(/(?<=[a-z\d])(?=[A-Z])|_/)
    .map((part) => part.toLowerCase());
  return crypticWords.flatMap(({ word, use }) => {
    const found = parts.find((part) => word.test(part));
    return found ? [{ start, fault: `"${found}" in ${text}, use: ${use}` }] : [];
  });
}

function faultsOfText({ text, start }: Piece): Fault[] {
  const blank = (match: string) => ' '.repeat(match.length);
  const plain = allowedPhrases.reduce(
    (left, allowed) => left.replaceAll(allowed, blank),
    text.replaceAll(/`[^`\n]*`/g, blank),
  );
  return [...plain.toLowerCase().matchAll(/post office|\p{L}+/gu)].flatMap(({ 0: found, index }) =>
    crypticWords
      .filter(({ word, in: where }) => where !== 'names' && word.test(found))
      .map(({ use }) => ({ start: start + index, fault: `"${found}", use: ${use}` })),
  );
}
