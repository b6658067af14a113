import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { untilStill } from '../../tests/support/until-still.ts';
import { readDictionary, writtenTexts, type Dictionary } from '../../tests/support/untranslated.ts';
import { home } from '../stamp.mjs';
import type { SampleIds } from './sample-ids.ts';
import type { Language, LookOptions, Who, Width } from './options.ts';
import { allScreens, fits, type Screen, type State } from './screens.ts';
import type { Shop } from './shop.ts';
import { openedPart } from './acts.ts';
import { causeConflict, causeRefusal, queueOfflineChanges } from './offline.ts';
import { answerNothing, changeFirst, changePriceFirst, refuseAll } from './answers.ts';
import { findFaults, isLoading, type PictureTask } from './faults.ts';
import { fillLogin, navigateTo, openVisit, signIn, visit, type Visit } from './visits.ts';

/** A fault of one picture. */
interface Fault {
  picture: string;
  what: string;
}

export interface LookResult {
  pictures: number;
  faults: Fault[];
}

interface LookRun {
  shop: Shop;
  samples: SampleIds;
  options: LookOptions;
  look: LookResult;
  dictionaries: Partial<Record<Language, Dictionary>>;
}

const folder = join(home, 'look');

/** Takes all pictures that the options ask for, of all widths at the same time. */
export async function takePictures(
  browser: Browser,
  shop: Shop,
  samples: SampleIds,
  options: LookOptions,
): Promise<LookResult> {
  await mkdir(folder, { recursive: true });
  const run: LookRun = {
    shop,
    samples,
    options,
    look: { pictures: 0, faults: [] },
    dictionaries: await readDictionaries(),
  };
  await Promise.all(
    options.widths.map(async (width) => {
      for (const who of options.people) {
        await lookAs(browser, who, width, run);
        await lookWhileLoading(browser, who, width, run);
        await lookInDoubt(browser, who, width, run);
      }
    }),
  );
  return run.look;
}

/** Without message catalogues, which the first extraction creates, only English can be checked. */
async function readDictionaries(): Promise<LookRun['dictionaries']> {
  if (!existsSync(join(home, 'locale/ar.po'))) return {};
  return { fr: await readDictionary('fr'), ar: await readDictionary('ar') };
}

async function lookAs(browser: Browser, who: Who, width: Width, run: LookRun): Promise<void> {
  const screens = chooseScreens(allScreens(run.samples), who, width, run.options.only);
  if (screens.every((screen) => isLoading(screen) || isInDoubt(screen))) return;
  const visiting = await openVisit(browser, width);
  try {
    await openApp(visiting, who, run.shop);
    const inState = (...states: State[]) => screens.filter(({ state }) => states.includes(state));
    await lookAtAll(visiting, width, inState('filled', 'empty', 'open'), run);
    await lookAtRefusals(visiting, width, inState('refused'), run);
    const [offline, conflict] = [inState('offline'), inState('conflict')];
    if (offline.length + conflict.length > 0)
      await lookOfflineAndInConflict(visiting, who, width, offline, conflict, run);
  } finally {
    await visiting.page.context().close();
  }
}

/** Forms are refused by the app itself, the other pages by the server. */
async function lookAtRefusals(visiting: Visit, width: Width, screens: Screen[], run: LookRun): Promise<void> {
  await lookAtAll(
    visiting,
    width,
    screens.filter(({ act }) => act),
    run,
  );
  const stop = await refuseAll(visiting.page.context());
  await lookAtAll(
    visiting,
    width,
    screens.filter(({ act }) => !act),
    run,
  );
  await stop();
}

/** Takes the pictures of pages before the first load, in a browser of its own that has no data yet. */
async function lookWhileLoading(browser: Browser, who: Who, width: Width, run: LookRun): Promise<void> {
  const screens = chooseScreens(allScreens(run.samples), who, width, run.options.only).filter(isLoading);
  if (who === 'guest' || screens.length === 0) return;
  const visiting = await openVisit(browser, width, { serviceWorkers: 'block' });
  await answerNothing(visiting.page.context());
  await fillLogin(visiting.page, run.shop.url, run.shop.accounts[who]);
  await lookAtAll(visiting, width, screens, run);
  await visiting.page.context().close();
}

/** Takes the pictures of orders whose outcome is not known, in a browser of its own: every other page would say so, too. */
async function lookInDoubt(browser: Browser, who: Who, width: Width, run: LookRun): Promise<void> {
  const screens = chooseScreens(allScreens(run.samples), who, width, run.options.only).filter(isInDoubt);
  if (screens.length === 0) return;
  const visiting = await openVisit(browser, width);
  await openApp(visiting, who, run.shop);
  await lookAtAll(visiting, width, screens, run);
  await visiting.page.context().close();
}

const isInDoubt = ({ state }: Screen): boolean => state === 'doubt';

/** Takes the offline pictures first: going online again causes the conflict that the others show. */
async function lookOfflineAndInConflict(
  visiting: Visit,
  who: Who,
  width: Width,
  offline: Screen[],
  conflict: Screen[],
  run: LookRun,
): Promise<void> {
  const { page } = visiting;
  const { shop, samples } = run;
  for (const { path } of [...offline, ...conflict])
    if (!path.endsWith('/waiting')) await visit(page, shop.url + path, 'en', 'light');
  const spareOrder = samples.spareOrders.pop()!;
  const queuedTicket = await queueOfflineChanges(page, who, shop.url, { ...samples, spareOrder });
  const withTicket = (screen: Screen) => ({ ...screen, path: screen.path.replace('/waiting', `/${queuedTicket}`) });
  await lookAtAll(visiting, width, offline.map(withTicket), run);
  if (conflict.length === 0) return;
  if (who === 'admin') {
    await causeConflict(page, shop, samples);
    await changeFirst(page.context(), shop);
  } else {
    await causeRefusal(page, shop, spareOrder);
    await changePriceFirst(page.context(), shop, samples);
  }
  await lookAtAll(visiting, width, conflict.map(withTicket), run);
}

function chooseScreens(screens: Screen[], who: Who, width: Width, only: readonly string[]): Screen[] {
  const isWanted = (screen: Screen) => only.length === 0 || only.some((word) => fits(screen, word));
  return screens.filter((screen) => screen.who === who && (screen.width ?? width) === width && isWanted(screen));
}

async function openApp({ page }: Visit, who: Who, { url, accounts }: Shop): Promise<void> {
  if (who === 'guest') await page.goto(`${url}/auth/login`);
  else await signIn(page, url, accounts[who]);
}

async function lookAtAll(visiting: Visit, width: Width, screens: Screen[], run: LookRun): Promise<void> {
  const written = await writtenTexts(visiting.page);
  for (const language of run.options.languages) {
    for (const theme of run.options.themes) {
      let isReload = true;
      for (const screen of screens) {
        await lookAt(visiting, { screen, language, theme, width, written, isReload }, run);
        // An opened dialog or menu would stay open on the next screen.
        isReload = screen.act !== undefined || screen.state === 'open';
      }
    }
  }
}

async function lookAt(
  { page, browserErrors }: Visit,
  task: PictureTask,
  { shop, look, dictionaries }: LookRun,
): Promise<void> {
  const { screen, language, theme, width } = task;
  const picture = `${language}-${width}-${theme}-${screen.state}-${screen.name}.png`;
  const addFault = (what: string) => look.faults.push({ picture, what });
  try {
    if (task.isReload) await visit(page, shop.url + screen.path, language, theme, isLoading(screen));
    else await navigateTo(page, screen.path, isLoading(screen));
    if (screen.act) {
      await screen.act(page);
      // A tooltip of what was pressed would be shown a moment later.
      await page.mouse.move(0, 0);
      await untilStill(page);
    } else await untilMessagesGone(page);
    await photograph(page, join(folder, picture), isLoading(screen));
    look.pictures += 1;
    for (const what of await findFaults(page, task, dictionaries[language])) addFault(what);
  } catch (thrown) {
    addFault(`could not be looked at: ${String(thrown).split('\n').slice(0, 2).join(' ')}`);
  }
  for (const what of browserErrors()) addFault(what);
  if (
    await page
      .locator(openedPart)
      .count()
      .catch(() => 0)
  )
    await page.keyboard.press('Escape');
}

/** Waits until no message is shown: it would be about what the picture before has caused. */
async function untilMessagesGone(page: Page): Promise<void> {
  await page.locator('[popover=manual][role=region] [role=status] > *').first().waitFor({ state: 'detached' });
}

/**
 * Takes a picture of the whole page, in a window as high as the page; with an open dialog or menu, of the usual window.
 */
async function photograph(page: Page, path: string, isMoving: boolean): Promise<void> {
  const usual = page.viewportSize()!;
  const isOpen = (await page.locator(openedPart).count()) > 0;
  const height = isOpen ? usual.height : await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...usual, height: Math.max(usual.height, Math.min(height, 8_000)) });
  if (height > usual.height && !isMoving) await untilStill(page);
  await page.screenshot({ path });
  await page.setViewportSize(usual);
}
