import type { Page } from '@playwright/test';
import { screenFaults } from '../../tests/support/screen-checks.ts';
import { findUntranslated, type Dictionary } from '../../tests/support/untranslated.ts';
import type { Language, Theme, Width } from './options.ts';
import type { Screen } from './screens.ts';

/** One picture to take. */
export interface PictureTask {
  screen: Screen;
  language: Language;
  theme: Theme;
  width: Width;
  written: string;
  /** Whether to load the app again, in this language and theme. */
  isReload: boolean;
}

export const isLoading = ({ state }: Screen): boolean => state === 'loading';

/** Returns the faults of the shown page that a program can find. */
export async function findFaults(
  page: Page,
  { screen, language, width, written, theme }: PictureTask,
  dictionary: Dictionary | undefined,
): Promise<string[]> {
  const faults = await screenFaults(page);
  const found = [
    ...(faults.sideways ? [`scrolls sideways by ${faults.sideways} px: ${faults.wide.join(', ')}`] : []),
    ...faults.clipped.map((what) => `text: ${what}`),
    ...faults.shortened
      // A preview is the beginning of a message, with an ellipsis.
      .filter((text) => !written.includes(JSON.stringify(text.replace(/…$/, '')).slice(1, -1)))
      .map((text) => `shortened: “${text}”`),
    ...faults.broken.map((what) => `broken picture ${what}`),
  ];
  if (width === 360 && theme === 'light' && !isLoading(screen))
    found.push(...faults.small.map((what) => `small target: ${what}`));
  if (language !== 'en' && dictionary) {
    const texts = await findUntranslated(page, language, dictionary, written);
    found.push(...texts.map((text) => `untranslated: “${text.slice(0, 80)}”`));
  }
  const { lang, dir } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
  }));
  if (lang !== language || dir !== (language === 'ar' ? 'rtl' : 'ltr'))
    found.push(`the page says lang=${lang} dir=${dir}`);
  return found;
}
