import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from './sign-in.ts';

/** Returns a function that translates an English text of the app into a language; texts with a context are left out. */
export function translatorTo(language: Language): (english: string) => string {
  const read = (name: string) => readFileSync(join(import.meta.dirname, `../../locale/${name}.po`), 'utf8');
  const catalog = `${read(language)}\n${read(`admin/${language}`)}`;
  const entries = [...catalog.matchAll(/(?<!^msgctxt .*\n)^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)];
  const texts = new Map(entries.map(([, source, translation]) => [unquote(source ?? ''), unquote(translation ?? '')]));
  return (english) => {
    const text = texts.get(english);
    if (!text) throw new Error(`no screen says "${english}" in ${language}`);
    return text;
  };
}

const unquote = (lines: string): string =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');
