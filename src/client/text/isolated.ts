/**
 * Returns a user's text between the characters that isolate its direction (U+2068, U+2069): for texts without elements,
 * such as labels for screen readers, toasts, page titles and options. In elements there are `<bdi>` and `FreeText`.
 */
export const isolated = (text: string | number): string => (text === '' ? '' : `\u2068${closed(String(text))}\u2069`);

/** Returns a text without what `isolated` has added: for files and the order of lists. */
export const withoutIsolation = (text: string): string => text.replace(/[\u2060\u2068\u2069]/g, '');

/**
 * Returns a text that neither ends the isolation around it nor leaves its own open. Lingui decodes `\u2069` that a user
 * has typed as six characters, unless a word joiner (U+2060) stands behind the backslash.
 */
function closed(text: string): string {
  let open = 0;
  const kept = text.replace(/\\(?=[ux][\da-f]{2})/gi, '\\\u2060').replace(/[\u2066-\u2069]/g, (character) => {
    if (character === '\u2069' && open === 0) return '';
    open += character === '\u2069' ? -1 : 1;
    return character;
  });
  return kept + '\u2069'.repeat(open);
}
