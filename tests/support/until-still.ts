import type { Page } from '@playwright/test';

/**
 * Waits until nothing loads or moves any more: fonts, pictures, skeletons, charts, changes of the page. Throws after 30 s,
 * because a check of a page that is not complete proves nothing.
 */
export async function untilStill(page: Page): Promise<void> {
  do await untilUnchanged(page);
  while (await drawWaitingCharts(page));
}

async function untilUnchanged(page: Page): Promise<void> {
  const moving = await page.evaluate(async () => {
    await document.fonts.ready;
    const started = performance.now();
    let changedAt = started;
    const observer = new MutationObserver(() => void (changedAt = performance.now()));
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const findBusy = (): Element | null | undefined =>
      document.querySelector('.boot, [aria-busy=true], [data-skeleton]') ??
      [...document.images].find((image) => !image.complete && image.loading !== 'lazy') ??
      document
        .getAnimations()
        .map(({ playState, effect }) => ({ playState, effect: effect as KeyframeEffect | null }))
        .find(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity)
        ?.effect?.target;
    try {
      for (;;) {
        const now = performance.now();
        const busy = findBusy();
        if (now - changedAt > 250 && !busy) return undefined;
        if (now - started > 30_000) return busy ? busy.outerHTML.slice(0, 200) : 'its content';
        await new Promise((again) => setTimeout(again, 50));
      }
    } finally {
      observer.disconnect();
    }
  });
  if (moving !== undefined) throw new Error(`${page.url()} still changes after 30 s: ${moving}`);
}

/**
 * Scrolls to each chart that is drawn only near the screen until it is, then back; returns whether there were any. Throws
 * when a chart is not drawn within 30 s.
 */
async function drawWaitingCharts(page: Page): Promise<boolean> {
  const result = await page.evaluate(async () => {
    const find = () => document.querySelector('[data-waits-for-screen]');
    if (!find()) return 'none';
    const { scrollY: top } = window;
    const started = performance.now();
    for (let waiting = find(); waiting; waiting = find()) {
      if (performance.now() - started > 30_000) return 'not drawn';
      waiting.scrollIntoView({ behavior: 'instant', block: 'center' });
      await new Promise((again) => setTimeout(again, 50));
    }
    window.scrollTo({ top, behavior: 'instant' });
    return 'drawn';
  });
  if (result === 'not drawn') throw new Error(`${page.url()}: a chart on the screen is not drawn after 30 s`);
  return result === 'drawn';
}
