import { contentMax } from './limits.ts';
import { localeCodes } from './locales.ts';

/** The facts about a ticket that a canned reply may contain, as `{customer}`. */
export const replyVariables = ['customer', 'first_name', 'order', 'product', 'ticket', 'shop', 'agent'] as const;
export type ReplyVariable = (typeof replyVariables)[number];

type Texts = { readonly [locale in (typeof localeCodes)[number]]?: { readonly body: string } | undefined };

const variable = /\{([^{}\n]*)\}/g;

const isVariable = (name: string): name is ReplyVariable => (replyVariables as readonly string[]).includes(name);

/**
 * Returns the codes of the errors of a canned reply by field: `variable:<name>` for a variable that does not exist, and
 * `max:<n>` for a text that is longer than a response may be.
 */
export function cannedReplyErrors(texts: Texts): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const locale of localeCodes) {
    const body = texts[locale]?.body ?? '';
    const unknown = [...body.matchAll(variable)].find(([, name = '']) => !isVariable(name));
    if (unknown) errors[`texts.${locale}.body`] = [`variable:${unknown[1]}`];
    else if ([...body].length > contentMax) errors[`texts.${locale}.body`] = [`max:${contentMax}`];
  }
  return errors;
}

/** Returns a canned reply with the values of its variables; one without a value becomes a mark such as `[product]`. */
export const filledReply = (body: string, values: { readonly [name in ReplyVariable]?: string | undefined }): string =>
  body.replace(variable, (text, name: string) => (isVariable(name) ? values[name] || `[${name}]` : text));
