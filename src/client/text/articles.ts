import { useLingui } from '@lingui/react/macro';
import type { Article } from '../../contract/articles.ts';
import { textIn } from '../../contract/article-rules.ts';
import type { Locale } from '../../contract/locales.ts';
import { isLocale } from './locales.ts';

/** An article with its text in one language. */
export interface TranslatedArticle extends Omit<Article, 'texts'> {
  title: string;
  /** Markdown. */
  body: string;
  /** The language of the text: the user's, or another one where the article has no text in it. */
  locale: Locale;
}

/** Returns a function that gives articles their texts in the user's language, in the same order. */
export function useTranslatedArticles(): (articles: readonly Article[]) => TranslatedArticle[] {
  const { i18n } = useLingui();
  const locale = isLocale(i18n.locale) ? i18n.locale : 'en';
  return (articles) =>
    articles.flatMap(({ texts, ...article }) => {
      const found = textIn(texts, locale);
      return found ? [{ ...article, ...found.text, locale: found.locale }] : [];
    });
}

/** Returns the shop's text about adding balance in the user's language; undefined where it is not among the articles. */
export function useBalanceText(articles: readonly Article[] | null | undefined): TranslatedArticle | undefined {
  const translated = useTranslatedArticles();
  return translated(articles?.filter(({ kind }) => kind === 'balance') ?? [])[0];
}
