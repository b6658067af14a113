import * as z from 'zod/mini';
import type { ArticleKind, ArticleTopic } from '../../../contract/article-rules.ts';
import { updateArticle, type Article } from '../../../contract/articles.ts';
import { cannedReplyErrors } from '../../../contract/canned-replies.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import type { VersionValues } from '../../forms/save-record.ts';
import { dayOf, endOfDay } from '../../local/days.ts';

/** The values of the article form, as its fields have them. */
export type ArticleValues = VersionValues & {
  kind: ArticleKind;
  topic: ArticleTopic;
  /** Blank where the article has no text in a language. */
  texts: Record<Locale, { title: string; body: string }>;
  is_active: boolean;
  /** The last day of an announcement; empty for no end. */
  until: string;
};

const noText = { title: '', body: '' };

const noTexts: ArticleValues['texts'] = { en: noText, fr: noText, ar: noText };

/** Returns the values of an article for the form; without one, those of a new article. */
export const valuesOf = (article: Article | null): ArticleValues =>
  article
    ? {
        kind: article.kind,
        topic: article.topic,
        texts: { ...noTexts, ...article.texts },
        is_active: article.is_active,
        until: article.until === null ? '' : dayOf(article.until),
        rev: article.rev,
        sent: null,
      }
    : { kind: 'article', topic: 'start', texts: noTexts, is_active: true, until: '', rev: null, sent: null };

/** Returns whether a language has neither a title nor a text. */
export const isBlank = ({ title, body }: ArticleValues['texts'][Locale]): boolean => `${title}${body}`.trim() === '';

/** Returns the fields that the server stores: languages without a text are left out. */
export const storedFields = ({ kind, topic, texts, is_active, until }: ArticleValues) => ({
  topic,
  texts: Object.fromEntries(
    localeCodes.flatMap((locale) => (isBlank(texts[locale]) ? [] : [[locale, texts[locale]] as const])),
  ) as Partial<ArticleValues['texts']>,
  is_active,
  until: kind === 'announcement' && until ? endOfDay(until) : null,
});

/** Checks the values of the form with the rules of the contract; a new article has no id yet. */
export const ArticleForm = z.pipe(
  z.transform((values: ArticleValues, { issues }): InputOf<typeof updateArticle> => {
    const fields = storedFields(values);
    const errors = values.kind === 'reply' ? cannedReplyErrors(fields.texts) : {};
    for (const [path, [message]] of Object.entries(errors))
      issues.push({ code: 'custom', path: path.split('.'), message, input: values });
    return { id: 1, ...fields };
  }),
  updateArticle.input,
);

/** The fields that an admin can change, as paths of the form. */
export const editedFields = [
  'kind',
  'topic',
  'until',
  'is_active',
  'texts.en.title',
  'texts.en.body',
  'texts.fr.title',
  'texts.fr.body',
  'texts.ar.title',
  'texts.ar.body',
] as const;
export type EditedField = (typeof editedFields)[number];
