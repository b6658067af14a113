import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatter } from '@lingui/format-po';
import type { Page } from '@playwright/test';

/** The app's English texts, which must not appear on a screen in another language, and their translations. */
export interface Dictionary {
  /** English texts; one with placeholders is divided into the parts between them. */
  english: string[];
  /** All texts of the other language, joined: a text that is equal in both languages is no fault. */
  translated: string;
}

/** Reads the English texts of the catalogue and their translations. */
export async function readDictionary(language: 'fr' | 'ar'): Promise<Dictionary> {
  const messages = [...(await readCatalogue(language)), ...(await readCatalogue(`admin/${language}`))];
  const all = messages.map(([id, { message, translation }]) => ({
    message: message ?? id,
    translation: translation ?? '',
  }));
  const english = all.flatMap(({ message }) => fragmentsOf(message)).filter((fragment) => /\p{L}{3}/u.test(fragment));
  return {
    english: [...new Set(english)],
    translated: all
      .map(({ translation }) => translation)
      .join('\n')
      .toLowerCase(),
  };
}

async function readCatalogue(name: string) {
  const filename = join(import.meta.dirname, `../../locale/${name}.po`);
  const context = { locale: basename(name), sourceLocale: 'en', filename };
  return Object.entries(await formatter().parse(await readFile(filename, 'utf8'), context));
}

/**
 * English texts on the screen. In Arabic every text in Latin script counts too, unless a user wrote it: `written`
 * contains all texts of this device, because a user may write the same words as the app.
 */
export async function findUntranslated(
  page: Page,
  language: 'fr' | 'ar',
  dictionary: Dictionary,
  written: string,
): Promise<string[]> {
  const found = untranslatedIn(await page.evaluate(visibleTexts), language, dictionary, written);
  // The screen itself may have stored texts on this device.
  return found.length === 0 ? found : untranslatedIn(found, language, dictionary, await writtenTexts(page));
}

function untranslatedIn(
  texts: readonly string[],
  language: 'fr' | 'ar',
  { english, translated }: Dictionary,
  written: string,
): string[] {
  const { isKnown, sentences } = readWritten(written);
  const ours = new Set(english.map(plain));
  const long = english
    .map(plain)
    .filter((part) => part.includes(' ') && part.length >= 12 && !translated.includes(part));
  return texts.filter((text) => {
    const said = plain(text);
    if (translated.includes(said) || isKnown(said)) return false;
    if (ours.has(said)) return true;
    const suspected = long.filter((fragment) => said.includes(fragment));
    const ownText = suspected.length > 0 ? sentences().reduce((rest, one) => rest.replaceAll(one, ' '), said) : '';
    if (suspected.some((fragment) => ownText.includes(fragment))) return true;
    return language === 'ar' && foreignWords(said).some((word) => !isKnown(word) && !translated.includes(word));
  });
}

/** The texts of a device. */
interface Written {
  /** Returns whether a text in lower case stands in one of them, as whole words. */
  isKnown(text: string): boolean;
  /** The longest first: a name may be part of a subject. */
  sentences(): string[];
}

/** The texts that were read last: a walk compares each of its screens with the same ones, several MB. */
let last: (Written & { written: string }) | undefined;

function readWritten(written: string): Written {
  if (last?.written === written) return last;
  const texts = textsIn(JSON.parse(written));
  const all = texts.map(({ text }) => text);
  // The articles of the help centre name the buttons of the app.
  const ofUsers = joined(texts.filter(({ field }) => field !== 'body').map(({ text }) => text));
  const everything = joined(all);
  const known = new Map<string, boolean>();
  let sorted: string[] | undefined;
  last = {
    written,
    isKnown: (text) =>
      known.get(text) ?? known.set(text, hasWords(isSentence(text) ? everything : ofUsers, text)).get(text)!,
    sentences: () => (sorted ??= [...new Set(all)].filter(isSentence).toSorted((a, b) => b.length - a.length)),
  };
  return last;
}

const isSentence = (text: string): boolean => text.includes(' ') && text.length >= 12;

const joined = (texts: readonly string[]): string => `\n${[...new Set(texts)].join('\n')}\n`;

/** Fields in which users write single words without capitals. */
const userWords = ['tags', 'username'];

/**
 * All texts inside a value, with their fields. Its keys and its codes, such as `created_at` and `open`, are left out: the
 * app's own words are often the same, and would count as written by a user.
 */
function textsIn(value: unknown, field = ''): { text: string; field: string }[] {
  if (typeof value === 'string') {
    const isCode = /^[a-z]+(?:[._-][a-z]+)*$/.test(value) && !userWords.includes(field);
    return isCode ? [] : [{ text: plain(value), field }];
  }
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, name));
}

/** Whether whole words are a part of the texts; a text that ends with "…" was cut anywhere. */
function hasWords(texts: string, text: string): boolean {
  const isInWord = (character = '') => /\p{L}/u.test(character);
  const isCut = text.endsWith('…');
  const part = isCut ? text.slice(0, -1) : text;
  for (let at = texts.indexOf(part); at !== -1; at = texts.indexOf(part, at + 1))
    if (!isInWord(texts[at - 1]) && (isCut || !isInWord(texts[at + part.length]))) return true;
  return false;
}

/** All data on a user's device, as JSON. */
export const writtenTexts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const resultOf = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((give, fail) => {
        request.onsuccess = () => give(request.result);
        request.onerror = () => fail(request.error);
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('cod_') ? [name] : []));
    const stored: unknown[] = [JSON.parse(localStorage.getItem('cod_user') ?? 'null')];
    for (const name of names) {
      const db = await resultOf(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        stored.push(await resultOf(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    return JSON.stringify(stored);
  });

/** Latin words of three or more characters, without addresses and international names. */
const foreignWords = (text: string): string[] =>
  (text.replace(/\S+@\S+|https?:\S+|#\w+/g, ' ').match(/[a-zà-ÿ]{3,}/g) ?? []).filter(
    (word) => !internationalWords.has(word),
  );

const internationalWords = new Set([
  'comptoir',
  'english',
  'français',
  'eur',
  'json',
  'pdf',
  'png',
  'jpg',
  'gif',
  'pin',
  // The program of the tests, in the list of a user's devices.
  'node',
]);

/** Also without the characters that isolate a direction. */
const plain = (text: string): string =>
  text
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** A message without its placeholders: “Showing {from} of {total}” is “Showing” and “of”; each plural form counts. */
function fragmentsOf(message: string): string[] {
  const forms = /^\{\w+, (?:plural|select|selectordinal),/.test(message)
    ? [...message.matchAll(/\{([^{}]+)\}/g)].map(([, form]) => form ?? '')
    : [message];
  return forms
    .flatMap((form) => form.split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|<\/?\d+\/?>|#/))
    .map((part) => part.trim());
}

/** Texts, labels, titles, placeholders and alternative texts, except in elements marked with another language. */
// oxlint-disable-next-line complexity -- runs in the page, where it can call nothing of this file
function visibleTexts(): string[] {
  const isForeign = (element: Element | null) =>
    element?.closest('[lang]:not(html), [translate=no], script, style, noscript, .boot') !== null;
  const read = function* (): Generator<string> {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isSeen = node.parentElement?.checkVisibility() && !isForeign(node.parentElement);
      if (isSeen) yield node.textContent ?? '';
    }
  };
  const labels = ['aria-label', 'title', 'placeholder', 'alt'];
  const labelled = [...document.body.querySelectorAll(labels.map((name) => `[${name}]`).join(','))];
  const said = labelled
    .filter((element) => !isForeign(element))
    .flatMap((element) => labels.map((name) => element.getAttribute(name) ?? ''));
  const texts = [document.title, ...read(), ...said].map((text) => text.trim());
  return [...new Set(texts.filter((text) => text !== ''))];
}
