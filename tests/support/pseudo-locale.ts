import type { BrowserContext } from '@playwright/test';
import type { Dictionary } from './untranslated.ts';

/**
 * Replaces the English texts of the app by texts that are 40 % longer, in accented characters which no other text has: a
 * plain Latin word on a screen is then a text outside of the catalogues. The browser must have no service worker, whose
 * requests are not intercepted.
 */
export async function usePseudoLocale(context: BrowserContext): Promise<void> {
  await context.route(/\/assets\/en-[^/]+\.js$/, async (route) => {
    const response = await route.fetch();
    const [, texts, name] = /^([\s\S]*)export\{(\w+) as messages\};?\s*$/.exec(await response.text()) ?? [];
    if (!texts || !name) throw new Error('the chunk with the English texts has another form');
    await route.fulfill({
      response,
      body: `${texts}export const messages=(${lengthenAll.toString()})(${name},${JSON.stringify(accentedAlphabet)});`,
    });
  });
}

/** The characters that stand for a to z. None of them is in Latin-1, which French words need. */
const accentedAlphabet = 'āƀčđēƒğħīĵķĺɱňōƥɋřšťūʋŵẋŷž';

/** Words of dates and times, which come from the browser and not from the catalogues. */
export function wordsOfDates(): Dictionary {
  const words: string[] = [];
  for (let month = 0; month < 12; month++)
    for (const shape of ['long', 'short'] as const) {
      words.push(new Date(2026, month, 1).toLocaleDateString('en', { month: shape }));
      words.push(new Date(2026, 0, month).toLocaleDateString('en', { weekday: shape }));
    }
  for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const)
    for (const style of ['long', 'short'] as const)
      for (const numeric of ['auto', 'always'] as const)
        for (const value of [-2, -1, 0, 1, 2])
          words.push(new Intl.RelativeTimeFormat('en', { style, numeric }).format(value, unit));
  return { english: [], translated: words.join('\n').toLowerCase() };
}

/** Lengthens every message of a compiled catalogue. Runs in the page. */
function lengthenAll(messages: Record<string, unknown>, alphabet: string): Record<string, unknown> {
  const accented = (text: string) =>
    text.replaceAll(/[a-z]/gi, (plain) => {
      const other = [...alphabet][plain.toLowerCase().codePointAt(0)! - 97]!;
      return plain === plain.toLowerCase() ? other : other.toUpperCase();
    });
  const longer = (text: string) => {
    if (!/[a-z]{2}/i.test(text)) return text;
    const more = Math.ceil(text.trim().length * 0.4);
    // A long sentence gets more words, a short one a longer word.
    const extra = text.trim().length < 12 ? 'o'.repeat(more) : ' one two three'.repeat(more).slice(0, more).trimEnd();
    return text.replace(/\s*$/, (end) => extra + end);
  };
  const ofText = (text: string) =>
    text
      .split(/(<\/?\d+\/?>)/)
      .map((part) => (part.startsWith('<') ? part : accented(longer(part))))
      .join('');
  const ofPart = (part: unknown): unknown => {
    if (typeof part === 'string') return ofText(part);
    if (!Array.isArray(part)) return part;
    const [variable, format, forms] = part as [string, string?, Record<string, unknown>?];
    if (typeof forms !== 'object') return part;
    const entries = Object.entries(forms).map(([form, parts]) => [form, ofParts(parts)]);
    return [variable, format, Object.fromEntries(entries)];
  };
  const ofParts = (parts: unknown): unknown => (Array.isArray(parts) ? parts.map(ofPart) : ofPart(parts));
  return Object.fromEntries(Object.entries(messages).map(([id, parts]) => [id, ofParts(parts)]));
}
