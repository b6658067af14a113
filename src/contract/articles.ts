import * as z from 'zod/mini';
import { success } from './answers.ts';
import { articleKinds, articleTopics } from './article-rules.ts';
import { endpoint } from './endpoint.ts';
import { Flag, Id, IsoTime, text } from './fields.ts';
import { articleBodyMax, titleMax } from './limits.ts';

/**
 * An article in one language; `body` is Markdown, in which HTML has no meaning. That of a canned reply is plain text with
 * the variables of `canned-replies.ts`.
 */
const ArticleText = z.object({ title: text(titleMax), body: text(articleBodyMax) });

/** By language. A reader whose language is missing gets the first that exists of English, French and Arabic. */
const ArticleTexts = z.object({
  en: z.optional(ArticleText),
  fr: z.optional(ArticleText),
  ar: z.optional(ArticleText),
});

/** An article of the help centre, an announcement, the shop's text about adding balance, or a canned reply. */
export const Article = z.object({
  id: z.number(),
  kind: z.enum(articleKinds),
  topic: z.enum(articleTopics),
  texts: ArticleTexts,
  /** false for a draft, which only admins see. */
  is_active: z.boolean(),
  /** The place among all articles, ascending. */
  position: z.number(),
  /** When an announcement leaves the dashboards; null for no end. */
  until: z.nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
  rev: z.number(),
});
export type Article = z.infer<typeof Article>;

/**
 * All articles that the user may see, in their order. `revision` changes with every change of an article; the answers
 * of `sync` carry it, so that devices know when to read the articles again. `replies=true` adds the canned replies for
 * users who answer tickets; apps of earlier versions do not know this kind, and do not ask for it.
 */
export const listArticles = endpoint({
  name: 'listArticles',
  method: 'GET',
  path: '/api/articles',
  audience: 'signedIn',
  input: z.object({ replies: z.optional(z.string()) }),
  output: success({ articles: z.array(Article), revision: z.string() }),
});

/** A moment in UTC, with or without milliseconds. Refuses with `invalid`. */
const Moment = z.string({ error: 'invalid' }).check(
  z.refine((value) => /^\d{4}-\d\d-\d\dT[\d:]{8}(?:\.\d{1,3})?Z$/.test(value) && !Number.isNaN(Date.parse(value)), {
    error: 'invalid',
  }),
);

const fields = {
  topic: z.enum(articleTopics, { error: 'invalid' }),
  texts: ArticleTexts.check(z.refine((texts) => Object.values(texts).some(Boolean), { error: 'required' })),
  is_active: Flag,
  /** Only announcements have an end; null for other articles. */
  until: z.nullable(Moment),
};

/**
 * At least one language has a text (`texts: required`); the texts of a canned reply have no unknown variable
 * (`variable:<name>`). The article of kind `balance` exists once and is not created.
 */
export const createArticle = endpoint({
  name: 'createArticle',
  method: 'POST',
  path: '/api/articles',
  audience: 'help.change',
  key: 'optional',
  input: z.object({ kind: z.enum(['article', 'announcement', 'reply'], { error: 'invalid' }), ...fields }),
  output: success({ article: Article }),
});

/**
 * Replaces all fields, with the rules of a new article; without `kind` the article keeps its kind. The article of kind
 * `balance` keeps it (`kind: invalid`), no other one gets it, and it stays active (`is_active: invalid`). `If-Match` as
 * for products.
 */
export const updateArticle = endpoint({
  name: 'updateArticle',
  method: 'POST',
  path: '/api/articles/:id',
  audience: 'help.change',
  key: 'optional',
  input: z.object({ id: Id, kind: z.optional(z.enum(articleKinds, { error: 'invalid' })), ...fields }),
  output: success({ article: Article }),
});

/** Places an article before another one, or last (null). */
export const moveArticle = endpoint({
  name: 'moveArticle',
  method: 'POST',
  path: '/api/articles/:id/move',
  audience: 'help.change',
  key: 'optional',
  input: z.object({ id: Id, before_id: z.nullable(Id) }),
  output: success({ article: Article }),
});

/** The article of kind `balance` cannot be deleted (FORBIDDEN). */
export const deleteArticle = endpoint({
  name: 'deleteArticle',
  method: 'DELETE',
  path: '/api/articles/:id',
  audience: 'help.change',
  key: 'optional',
  input: z.object({ id: Id }),
  output: success({}),
});

/** How many users have said that each article helped, or did not; articles without votes are missing. */
export const listArticleVotes = endpoint({
  name: 'listArticleVotes',
  method: 'GET',
  path: '/api/articles/votes',
  audience: 'help.change',
  input: z.object({}),
  output: success({ votes: z.array(z.object({ article_id: z.number(), helpful: z.number(), unhelpful: z.number() })) }),
});
