import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { screenFaults, settled } from '../../tests/support/screen-checks.ts';
import { readDictionary, untranslated, writtenTexts, type Dictionary } from '../../tests/support/untranslated.ts';
import { home } from '../stamp.mjs';
import type { Facts } from './facts.ts';
import type { LookOptions, Theme, Width } from './options.ts';
import type { Language } from './options.ts';
import { allScreens, fits, type Screen, type Who } from './screens.ts';
import type { Shop } from './shop.ts';
import { beginOffline, causeConflict } from './troubles.ts';
import { goOn, openVisit, signIn, visit, type Visit } from './visits.ts';

/** One fault on one picture. */
interface Fault {
  picture: string;
  what: string;
}

export interface Look {
  pictures: number;
  faults: Fault[];
}

interface Round {
  shop: Shop;
  facts: Facts;
  options: LookOptions;
  look: Look;
  dictionaries: Partial<Record<Language, Dictionary>>;
}

const folder = join(home, 'look');

/** Takes every picture the options ask for, both widths at a time. */
export async function takePictures(browser: Browser, shop: Shop, facts: Facts, options: LookOptions): Promise<Look> {
  await mkdir(folder, { recursive: true });
  const round: Round = {
    shop,
    facts,
    options,
    look: { pictures: 0, faults: [] },
    dictionaries: await readDictionaries(),
  };
  await Promise.all(
    options.widths.map(async (width) => {
      for (const who of ['guest', 'customer', 'newcomer', 'admin'] as const) await lookAs(browser, who, width, round);
    }),
  );
  return round.look;
}

/** Without catalogues (they come with the first extraction) only English can be checked. */
async function readDictionaries(): Promise<Round['dictionaries']> {
  if (!existsSync(join(home, 'locale/ar.po'))) return {};
  return { fr: await readDictionary('fr'), ar: await readDictionary('ar') };
}

async function lookAs(browser: Browser, who: Who, width: Width, round: Round): Promise<void> {
  const screens = chosen(allScreens(round.facts), who, width, round.options.only);
  if (screens.length === 0) return;
  const visiting = await openVisit(browser, width);
  try {
    await arrive(visiting, who, round.shop);
    await lookAtAll(
      visiting,
      width,
      screens.filter(({ state }) => state !== 'offline' && state !== 'conflict'),
      round,
    );
    const [offline, conflict] = (['offline', 'conflict'] as const).map((wanted) =>
      screens.filter(({ state }) => state === wanted),
    );
    if (offline!.length + conflict!.length > 0) await lookInTrouble(visiting, who, width, offline!, conflict!, round);
  } finally {
    await visiting.page.context().close();
  }
}

/** Without a network everything is seen before it comes back with a conflict. */
async function lookInTrouble(
  visiting: Visit,
  who: Who,
  width: Width,
  offline: Screen[],
  conflict: Screen[],
  round: Round,
): Promise<void> {
  const { page } = visiting;
  const { shop, facts } = round;
  for (const { path } of [...offline, ...conflict])
    if (!path.endsWith('/waiting')) await visit(page, shop.url + path, 'en', 'light');
  const waiting = await beginOffline(page, who, shop.url, facts);
  const here = offline.map((screen) => ({ ...screen, path: screen.path.replace('/waiting', `/${waiting}`) }));
  await lookAtAll(visiting, width, here, round);
  if (conflict.length > 0) {
    await causeConflict(page, shop, facts);
    await lookAtAll(visiting, width, conflict, round);
  }
}

function chosen(screens: Screen[], who: Who, width: Width, only: readonly string[]): Screen[] {
  const isWanted = (screen: Screen) => only.length === 0 || only.some((word) => fits(screen, word));
  return screens.filter((screen) => screen.who === who && (screen.width ?? width) === width && isWanted(screen));
}

async function arrive({ page }: Visit, who: Who, { url, accounts }: Shop): Promise<void> {
  if (who === 'guest') await page.goto(`${url}/auth/login`);
  else await signIn(page, url, accounts[who]);
}

async function lookAtAll(visiting: Visit, width: Width, screens: Screen[], round: Round): Promise<void> {
  const written = await writtenTexts(visiting.page);
  for (const language of round.options.languages) {
    for (const theme of round.options.themes) {
      let isFresh = true;
      for (const screen of screens) {
        await lookAt(visiting, { screen, language, theme, width, written, isFresh }, round);
        // What a hand has opened would stay open on the next screen.
        isFresh = screen.act !== undefined || screen.state === 'open';
      }
    }
  }
}

interface Sight {
  screen: Screen;
  language: Language;
  theme: Theme;
  width: Width;
  written: string;
  /** The app is loaded anew, in this language and theme. */
  isFresh: boolean;
}

async function lookAt({ page, complaints }: Visit, sight: Sight, { shop, look, dictionaries }: Round): Promise<void> {
  const { screen, language, theme, width } = sight;
  const picture = `${language}-${width}-${theme}-${screen.state}-${screen.name}.png`;
  const note = (what: string) => look.faults.push({ picture, what });
  try {
    if (sight.isFresh) await visit(page, shop.url + screen.path, language, theme);
    else await goOn(page, screen.path);
    await screen.act?.(page);
    if (screen.act) await settled(page);
    await photograph(page, join(folder, picture));
    look.pictures += 1;
    for (const what of await seen(page, sight, dictionaries[language])) note(what);
  } catch (thrown) {
    note(`could not be looked at: ${String(thrown).split('\n').slice(0, 2).join(' ')}`);
  }
  for (const what of complaints()) note(what);
  if (
    await page
      .locator('dialog[open], [popover]:popover-open')
      .count()
      .catch(() => 0)
  )
    await page.keyboard.press('Escape');
}

/** The whole page, in a window as high as the page; of an open dialog or menu what the person sees. */
async function photograph(page: Page, path: string): Promise<void> {
  const usual = page.viewportSize()!;
  const isOpen = (await page.locator('dialog[open], [popover]:popover-open').count()) > 0;
  const height = isOpen ? usual.height : await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...usual, height: Math.max(usual.height, Math.min(height, 8_000)) });
  if (height > usual.height) await settled(page);
  await page.screenshot({ path });
  await page.setViewportSize(usual);
}

async function seen(
  page: Page,
  { language, width, written, theme }: Sight,
  dictionary: Dictionary | undefined,
): Promise<string[]> {
  const faults = await screenFaults(page);
  const found = [
    ...(faults.sideways ? [`scrolls sideways by ${faults.sideways} px: ${faults.wide.join(', ')}`] : []),
    ...faults.clipped.map((what) => `text: ${what}`),
    ...faults.shortened
      .filter((text) => !written.includes(JSON.stringify(text).slice(1, -1)))
      .map((text) => `shortened: “${text}”`),
    ...faults.broken.map((what) => `broken picture ${what}`),
  ];
  if (width === 360 && theme === 'light') found.push(...faults.small.map((what) => `small target: ${what}`));
  if (language !== 'en' && dictionary) {
    const texts = await untranslated(page, language, dictionary, written);
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
