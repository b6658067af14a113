import type { CallTexts } from './call-text.ts';

/** Texts of the calls for the help centre. */
export const helpTexts = {
  listArticles: {
    tag: 'Help',
    summary: 'List all articles',
    description:
      'Without pages, in the shop’s order, with `revision`, which changes with every change of an article. Customers get active articles only, and no announcements that have ended. With `replies=true`, users who answer tickets also get the canned replies (kind `reply`).',
  },
  createArticle: {
    tag: 'Help',
    summary: 'Create an article, an announcement or a canned reply',
    description:
      'It becomes the last one. Each language of `texts` has a title and a body in Markdown, in which HTML has no meaning; at least one language is required (`texts: required`). `until` is kept for announcements only. A canned reply is plain text, in which `{customer}`, `{first_name}`, `{order}`, `{product}`, `{ticket}`, `{shop}` and `{agent}` are replaced; another name in braces is refused (`variable:<name>`).',
  },
  updateArticle: {
    tag: 'Help',
    summary: 'Change an article',
    description:
      'Replaces all fields; without `kind` the article keeps its kind, and a language that is not sent is removed. The text about adding balance keeps its kind (`kind: invalid`) and cannot become a draft (`is_active: invalid`). With `If-Match` it is refused with REVISION_CHANGED when somebody else has changed it since.',
  },
  moveArticle: {
    tag: 'Help',
    summary: 'Move an article',
    description: 'Places it before the article `before_id`, or last when that is null or does not exist.',
  },
  deleteArticle: {
    tag: 'Help',
    summary: 'Delete an article',
    description:
      'With its votes. The text about adding balance cannot be deleted (FORBIDDEN). The article is gone afterwards.',
  },
  listArticleVotes: {
    tag: 'Help',
    summary: 'Count the votes on articles',
    description:
      'How many users have said that each article helped, or that it did not; only the last vote of a user counts.',
  },
} as const satisfies CallTexts;
