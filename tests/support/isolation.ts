import type { Page } from '@playwright/test';

/** Matches the number that each text of `attacks` contains. */
const marker = String.raw`127\.0\.0\.1:\d+/\?\d+`;

/**
 * Returns the user's texts on the page whose direction affects the text beside them. A text is isolated when the nearest
 * element with a direction of its own (`<bdi>`, `dir`, `unicode-bidi: plaintext`) has no other text, or when it stands
 * between U+2068 and U+2069; labels, titles and the page title have only these characters. A text may be cut with "…".
 */
export const findUnisolated = (page: Page, texts: readonly string[]): Promise<string[]> =>
  page.evaluate(unisolatedTexts, { texts: [...texts], marker });

/** Runs in the page. */
function unisolatedTexts({ texts, marker: pattern }: { texts: string[]; marker: string }): string[] {
  const mark = new RegExp(pattern);
  // Tags have no commas.
  const plain = (text: string) => text.replaceAll(/[\s,\u2060\u2068\u2069]/g, '');
  const known = texts.map(plain);
  const isOneText = (text: string) => {
    // An e-mail address begins with the number of its user, because addresses are unique.
    const own = plain(text).replace(/^user\d+:/, '');
    return own.endsWith('…') ? known.some((one) => one.startsWith(own.slice(0, -1))) : known.includes(own);
  };
  const isIsolated = (text: string): boolean => {
    if (!mark.test(text) || isOneText(text)) return true;
    const inner = /\u2068([^\u2068\u2069]*)\u2069/.exec(text);
    if (!inner || (mark.test(inner[1]!) && !isOneText(inner[1]!))) return false;
    return isIsolated(text.replace(inner[0], ''));
  };
  const isolates = new Map<Element, Element>();
  const isolateOf = (element: Element): Element => {
    const found = isolates.get(element);
    if (found) return found;
    const { parentElement: parent } = element;
    const isIsolate =
      !parent || element.matches('bdi, option, [dir]') || getComputedStyle(element).unicodeBidi.includes('plaintext');
    const isolate = isIsolate ? element : isolateOf(parent);
    isolates.set(element, isolate);
    return isolate;
  };
  const parts = new Map<Element, string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!;
    const isShown = parent.matches('option') || parent.checkVisibility();
    if (!isShown || parent.closest('script, style, textarea')) continue;
    const isolate = isolateOf(parent);
    parts.set(isolate, (parts.get(isolate) ?? '') + (node.textContent ?? ''));
  }
  const labels = ['aria-label', 'title', 'placeholder', 'alt', 'data-name'];
  const labelled = [...document.querySelectorAll(labels.map((name) => `[${name}]`).join(','))].flatMap((element) =>
    labels.map((name): [string, string] => [`${element.localName}[${name}]`, element.getAttribute(name) ?? '']),
  );
  const all: [string, string][] = [
    ['title', document.title],
    ...labelled,
    ...[...parts].map(([element, text]): [string, string] => [element.localName, text]),
  ];
  const wrong = all.filter(([, text]) => !isIsolated(text));
  return [...new Set(wrong.map(([place, text]) => `${place} “${text.trim().slice(0, 200)}”`))];
}
