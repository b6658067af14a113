import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { routePaths } from '../../src/client/app/paths/route-names.ts';
import { articleTopics } from '../../src/contract/article-rules.ts';
import { titleMax } from '../../src/contract/limits.ts';
import { localeCodes } from '../../src/contract/locales.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = 'src/server/features/articles/texts';

/** The numbered articles, and the text about adding balance, which has no number and no topic. */
const texts = globSync(`${folder}/*.md`, { cwd: root })
  .toSorted()
  .map((path) => {
    const name = basename(path, '.md');
    const [, id = '', place = '', topic = '', locale = ''] =
      /^((?:(\d\d)-([a-z]+)-)?[a-z-]+)\.([a-z]+)$/.exec(name) ?? [];
    const source = readFileSync(join(root, path), 'utf8');
    const [heading = '', ...lines] = source.split('\n');
    return { name, id, place, topic, locale, source, heading, body: lines.join('\n') };
  });
const articles = texts.filter(({ place }) => place !== '');

/** Returns what is found in each text, with its name. */
const findIn = (find: (text: (typeof texts)[number]) => readonly string[], among = texts): string[] =>
  among.flatMap((article) => find(article).map((found) => `${article.name}: ${found}`));

/** The texts of the app in a language, without those that are made of parts. */
const textsOf = (locale: string): Set<string> =>
  new Set(
    ['locale', 'locale/admin'].flatMap((catalogue) =>
      [...readFileSync(join(root, catalogue, `${locale}.po`), 'utf8').matchAll(/^msgstr ((?:".*"\n?)+)/gm)].map(
        ([, quoted = '']) =>
          quoted
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as string)
            .join(''),
      ),
    ),
  );

test('S1-08 twelve articles exist in English, French and Arabic, each with its place, an allowed topic, a title and a text of real length', () => {
  const ids = [...new Set(articles.map(({ id }) => id))];
  expect(ids.map((id) => Number(id.slice(0, 2)))).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  const locales = localeCodes.toSorted();
  expect(articles.map(({ name }) => name)).toEqual(ids.flatMap((id) => locales.map((locale) => `${id}.${locale}`)));
  const wrong = findIn(({ place, topic, heading, body, source }) => [
    ...(place === '' || articleTopics.some((one) => one === topic) ? [] : [`topic ${topic}`]),
    ...(/^# \S.*$/.test(heading) && heading.length < titleMax ? [] : [`title ${heading}`]),
    ...(place === '' || body.split(/\s+/).length > 150 ? [] : ['a short text']),
    ...(/^# /m.test(body) ? ['a second title'] : []),
    ...(/<[a-z/!]|!\[/i.test(source) ? ['HTML or a picture'] : []),
  ]);
  expect(wrong).toEqual([]);
  // The groups follow one another as on the page.
  const order = articles.map(({ topic }) => articleTopics.findIndex((one) => one === topic));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('S1-08 the links of the articles lead to pages of the app, and the languages of an article have the same links and headings', () => {
  const paths = new Set<string>(Object.values(routePaths));
  const linksOf = (body: string) => [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, path = '']) => path);
  expect(findIn(({ body }) => linksOf(body).filter((path) => !paths.has(path)))).toEqual([]);
  const partsOf = (body: string) => ({ links: linksOf(body), headings: body.split(/^## /m).length });
  const partsIn = (id: string, locale: string) =>
    partsOf(texts.find((one) => one.id === id && one.locale === locale)?.body ?? '');
  expect(texts.map(({ name, body }) => [name, partsOf(body)])).toEqual(
    texts.map(({ name, id }) => [name, partsIn(id, 'en')]),
  );
});

test('S1-08 the buttons and pages that the articles name exist in the app, in each language', () => {
  const known = Object.fromEntries(localeCodes.map((locale) => [locale, textsOf(locale)]));
  const named = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(/g;
  const wrong = findIn(
    ({ body, locale }) =>
      [...body.matchAll(named)].map(([, bold, link]) => bold ?? link ?? '').filter((text) => !known[locale]!.has(text)),
    articles,
  );
  expect(wrong).toEqual([]);
});

test('S1-08 the French articles have the typographic apostrophe and a narrow space before : ; ! ? and inside quotation marks', () => {
  const wrong = findIn(({ locale, body }) =>
    locale === 'fr' ? (body.match(/\w'\w|[^\u202f]»|«[^\u202f]| [:;!?]|\p{L}[;!?]/gu) ?? []) : [],
  );
  expect(wrong).toEqual([]);
});
