import { textIn } from '../../../contract/article-rules.ts';
import type { Article } from '../../../contract/articles.ts';
import { replyVariables } from '../../../contract/canned-replies.ts';
import type { Locale } from '../../../contract/locales.ts';
import { matcher, searchText } from '../../../contract/search.ts';

/** The words after a `/` that search the canned replies, and the place of the `/` in the text. */
export interface SlashSearch {
  from: number;
  words: string;
}

/** Returns the search that ends at the cursor: a `/` at the start of a line or after a space, with the words after it. */
export function slashSearchAt(text: string, cursor: number): SlashSearch | null {
  const found = /(?:^|\s)\/((?:[^\s/][^\n/]{0,39})?)$/.exec(text.slice(0, cursor));
  if (!found) return null;
  const words = found[1] ?? '';
  return { from: cursor - words.length - 1, words };
}

/** A canned reply in one language. */
interface FoundReply {
  id: number;
  title: string;
  body: string;
  locale: Locale;
}

/** A canned reply with the values of a ticket. */
export interface FilledReply extends FoundReply {
  filled: string;
}

/**
 * Returns the canned replies in which all words occur, in any language; those with the words in a title are first. Each is
 * in the given language, or in another one where it has no text in it.
 */
export function findReplies(replies: readonly Article[], words: string, locale: Locale): FoundReply[] {
  const isMatch = matcher(words);
  const [byTitle, byText]: [FoundReply[], FoundReply[]] = [[], []];
  for (const { id, texts } of replies) {
    const shown = textIn(texts, locale);
    const all = Object.values(texts).filter((text) => text !== undefined);
    if (!shown || !isMatch(searchText(all.flatMap(({ title, body }) => [title, body])))) continue;
    const isInTitle = isMatch(searchText(all.map(({ title }) => title)));
    (isInTitle ? byTitle : byText).push({ id, ...shown.text, locale: shown.locale });
  }
  return [...byTitle, ...byText];
}

/** Returns the place of the first variable without a value in a filled reply; null without one. */
export function firstGap(filled: string): [from: number, to: number] | null {
  const found = new RegExp(`\\[(?:${replyVariables.join('|')})\\]`).exec(filled);
  return found && [found.index, found.index + found[0].length];
}
