/** `balance` is the shop's text about adding balance: there is exactly one. `reply` is a canned reply of support. */
export const articleKinds = ['article', 'announcement', 'balance', 'reply'] as const;
export type ArticleKind = (typeof articleKinds)[number];

/** The groups of the help centre, in the order of its page. */
export const articleTopics = ['start', 'orders', 'balance', 'tickets', 'account', 'offline'] as const;
export type ArticleTopic = (typeof articleTopics)[number];

const fallbacks = ['en', 'fr', 'ar'] as const;

/** Returns the text in a language, or else in the first existing of English, French and Arabic. */
export function textIn<Text>(
  texts: { readonly en?: Text | undefined; readonly fr?: Text | undefined; readonly ar?: Text | undefined },
  locale: (typeof fallbacks)[number],
): { text: Text; locale: (typeof fallbacks)[number] } | undefined {
  for (const one of [locale, ...fallbacks]) {
    const text = texts[one];
    if (text) return { text, locale: one };
  }
  return undefined;
}
