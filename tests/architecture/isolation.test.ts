import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** What the sources call texts of users. */
const userTexts = /^(?:\w+\.)*(?:name|title|subject|email|by|companyName|cityName)$/;

/** Names and titles that the app gives itself: of charts, days, kinds of e-mail, and of tickets (“#1042”). */
const ownTexts: Readonly<Record<string, readonly string[]>> = {
  'ui/chart-download.tsx': ['title'],
  'ui/chart-panel.tsx': ['title'],
  'features/dashboard/status-panel.tsx': ['title'],
  'features/mail/mail-texts.tsx': ['name'],
  'features/shop/hours-fields.tsx': ['name'],
  'features/tickets/admin-merge.tsx': ['name'],
  'features/tickets/admin-ticket-cells.tsx': ['name'],
};

/** The values inside the messages of a source that are texts of users without the characters that isolate them. */
function unisolatedIn(source: string, own: readonly string[] = []): string[] {
  const messages = [...source.matchAll(/\b(?:t|msg)`[^`]*`|\bmessage: `[^`]*`/g)].map(([message]) => message);
  const values = messages.flatMap((message) => [...message.matchAll(/\$\{([\w.]+)\}/g)].map(([, value = '']) => value));
  const isIsolated = (value: string) => source.includes(`const ${value} = isolated(`);
  return values.filter((value) => userTexts.test(value) && !own.includes(value) && !isIsolated(value));
}

test('S1-17 messages hold texts of users between the characters that isolate their direction', () => {
  const folder = join(root, 'src/client');
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.startsWith('features/dev/'));
  const found = files.flatMap((file) =>
    unisolatedIn(readFileSync(join(folder, file), 'utf8'), ownTexts[file]).map((value) => `${file}: ${value}`),
  );
  expect(found).toEqual([]);
});

/** The values inside an element of a sentence, in which Lingui reads tags (“<b>”) as elements of the sentence. */
function valuesInElements(source: string): string[] {
  const sentences = [...source.matchAll(/<Trans>([^]*?)<\/Trans>/g)].map(([, sentence = '']) => sentence);
  return sentences.flatMap((sentence) =>
    [...sentence.matchAll(/<[a-zA-Z][^>]*>\s*\{([\w.?]+)\}/g)].map(([, value = '']) => value),
  );
}

test('S1-17 a sentence gets texts as elements, whose content is not read again', () => {
  const folder = join(root, 'src/client');
  const files = globSync('**/*.tsx', { cwd: folder }).filter((file) => !file.startsWith('features/dev/'));
  const found = files.flatMap((file) =>
    valuesInElements(readFileSync(join(folder, file), 'utf8')).map((value) => `${file}: ${value}`),
  );
  expect(found).toEqual([]);
});

test('the tests above can fail', () => {
  expect(unisolatedIn('toast({ title: t`View “${view.name}” deleted` });')).toEqual(['view.name']);
  expect(unisolatedIn('const label = msg`Open ${subject}`;')).toEqual(['subject']);
  expect(unisolatedIn('t`Open ${{ subject: isolated(subject) }}`; t`${count} by ${format(name)}`')).toEqual([]);
  expect(unisolatedIn('const name = isolated(file.name); t`Remove ${name}`')).toEqual([]);
  expect(valuesInElements('<Trans>Log in as <bdi dir="auto">{user.name}</bdi></Trans>')).toEqual(['user.name']);
  expect(valuesInElements('<Trans>Log in as {user}</Trans>')).toEqual([]);
});
