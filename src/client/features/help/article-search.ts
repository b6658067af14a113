import MiniSearch from 'minisearch';
import { fold } from '../../../contract/search.ts';
import type { TranslatedArticle } from '../../text/articles.ts';

export interface FoundArticle {
  article: TranslatedArticle;
  /** The part of the text in which the words were found; its beginning when they are only in the title. */
  excerpt: string;
}

/**
 * Returns a search through articles, best first: every word must occur, at least as the beginning of a word or with a
 * typing error. Ignores case, accents, variants of Arabic characters and the Arabic definite article.
 */
export function searchOf(articles: readonly TranslatedArticle[]): (query: string) => FoundArticle[] {
  const index = new MiniSearch<TranslatedArticle>({
    fields: ['title', 'body'],
    processTerm: (term) => [...new Set([fold(term), stem(fold(term))])],
    searchOptions: {
      boost: { title: 3 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      processTerm: (term) => stem(fold(term)),
    },
  });
  index.addAll(articles);
  const byId = new Map(articles.map((article) => [article.id, article]));
  return (query) =>
    index.search(query).map(({ id, terms }) => {
      const article = byId.get(id as number)!;
      return { article, excerpt: excerptOf(article.body, terms) };
    });
}

/** Removes the Arabic article, with the prefixes that are written together with it, from a folded word. */
const stem = (word: string): string => word.replace(/^(?:[وبكف]?ال|لل)(?=.{3})/, '');

function excerptOf(body: string, terms: readonly string[]): string {
  const parts = plainParts(body);
  return parts.find((part) => terms.some((term) => fold(part).includes(term))) ?? parts[0] ?? '';
}

/** Returns the paragraphs, list items and table rows of a text in Markdown without their marks, headings left out. */
const plainParts = (markdown: string): string[] =>
  markdown
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.|\||#)\s)/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(?:#|```|\|?[\s:|-]+$)/.test(part))
    .map(plain);

const plain = (part: string): string =>
  part
    .replace(/^\s*(?:[-*+>]|\d+\.)\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]+/g, '')
    .replace(/\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
