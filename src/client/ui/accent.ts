/** The colour that the page has; `boot.js` has applied one that this device had stored. */
let applied = rootHasColours() ? '' : 'teal';

/**
 * Applies the colour of the shop to the page and stores it for the next start. Its shades are loaded only where it is
 * not the colour of a new shop.
 */
export async function applyAccent(accent = 'teal'): Promise<void> {
  if (accent === applied) return;
  applied = accent;
  (await import('./theme/accents.ts')).keepAccent(accent);
}

function rootHasColours(): boolean {
  return document.documentElement.style.getPropertyValue('--c-colors-brand-solid') !== '';
}
