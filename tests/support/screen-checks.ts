import type { Page } from '@playwright/test';

/** What a machine can see of a screen; each entry names an element and what is wrong with it. */
export interface ScreenFaults {
  /** Px by which the page is wider than the window. */
  sideways: number;
  /** What sticks out at the side. */
  wide: string[];
  /** Text that is cut off without an ellipsis, or runs out of its box. */
  clipped: string[];
  /** Text that ends in an ellipsis: right for what people wrote, wrong for our own words. */
  shortened: string[];
  /** Pictures that did not load. */
  broken: string[];
  /** Things to touch that answer to less than 44 × 44 px. */
  small: string[];
}

/** Looks at the page as it is now. */
export async function screenFaults(page: Page): Promise<ScreenFaults> {
  return {
    ...(await page.evaluate(findSideways)),
    clipped: await page.evaluate(findClipped),
    shortened: await page.evaluate(findShortened),
    broken: await page.evaluate(findBroken),
    small: await page.evaluate(findSmall),
  };
}

/** Waits until nothing is loading and nothing moves any more: fonts, pictures, skeletons, changes of the page. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const started = performance.now();
    let changedAt = started;
    const observer = new MutationObserver(() => {
      changedAt = performance.now();
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const isBusy = () =>
      document.querySelector('.boot, [aria-busy=true], [data-skeleton]') !== null ||
      [...document.images].some((image) => !image.complete && image.loading !== 'lazy') ||
      document
        .getAnimations()
        .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity);
    for (;;) {
      const now = performance.now();
      if (now - started > 8_000 || (now - changedAt > 250 && !isBusy())) break;
      await new Promise((again) => setTimeout(again, 50));
    }
    observer.disconnect();
  });
}

/** Px by which the page is wider than its window, and what sticks out. Runs in the page. */
export function findSideways(): { sideways: number; wide: string[] } {
  const { scrollWidth, clientWidth } = document.documentElement;
  const sideways = Math.max(0, scrollWidth - clientWidth);
  if (sideways === 0) return { sideways, wide: [] };
  const out = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (right > clientWidth + 1 || left < -1);
  });
  const inner = out.filter((element) => !out.some((other) => other !== element && element.contains(other)));
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
  return { sideways, wide: inner.slice(0, 5).map(name) };
}

// oxlint-disable-next-line complexity -- runs in the page, where it can call nothing of this file
function findClipped(): string[] {
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 50)}”`;
  const hasOwnText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '');
  const isHiddenOnPurpose = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { clipPath, clip, position, opacity, visibility } = getComputedStyle(at);
      const { width, height } = at.getBoundingClientRect();
      if (opacity === '0' || visibility === 'hidden') return true;
      if (
        position === 'absolute' &&
        (width <= 1 || height <= 1 || clipPath.startsWith('inset(50') || clip.startsWith('rect'))
      )
        return true;
    }
    return false;
  };
  const found: string[] = [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!hasOwnText(element) || !element.checkVisibility() || isHiddenOnPurpose(element)) continue;
    const style = getComputedStyle(element);
    if (style.display === 'inline' || element.clientWidth === 0) continue;
    const over = element.scrollWidth - element.clientWidth;
    const under = element.scrollHeight - element.clientHeight;
    const scrolls =
      style.overflowX === 'auto' ||
      style.overflowX === 'scroll' ||
      style.overflowY === 'auto' ||
      style.overflowY === 'scroll';
    const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    if (over > 1 && !scrolls && !isShortened) found.push(`${name(element)} is ${over} px too wide for its box`);
    if (under > 2 && style.overflowY !== 'visible' && !scrolls && !isShortened)
      found.push(`${name(element)} is cut by ${under} px at the bottom`);
  }
  const pen = document.createElement('canvas').getContext('2d')!;
  for (const field of document.body.querySelectorAll<HTMLInputElement>('input[placeholder], textarea[placeholder]')) {
    if (field.value !== '' || !field.checkVisibility()) continue;
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const over =
      pen.measureText(field.placeholder).width -
      (field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
    if (over > 1) found.push(`placeholder “${field.placeholder}” is cut by ${Math.ceil(over)} px`);
  }
  return [...new Set(found)];
}

function findShortened(): string[] {
  const texts = [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter(
      (element) =>
        element.checkVisibility() &&
        getComputedStyle(element).textOverflow === 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1,
    )
    .map((element) => (element.textContent ?? '').trim());
  return [...new Set(texts)];
}

function findBroken(): string[] {
  const isBroken = (image: HTMLImageElement) =>
    image.complete && image.naturalWidth === 0 && Boolean(image.getAttribute('src')) && image.checkVisibility();
  return [...document.images]
    .filter(isBroken)
    .map((image) => new URL(image.currentSrc || image.src, location.href).pathname);
}

/**
 * A target is as large as the area that answers to a touch, so that area is asked, not the box: a link whose `::after`
 * covers its card counts as the card. Links inside a sentence are excepted (WCAG 2.5.8), and a short word may be narrow.
 */
// oxlint-disable-next-line complexity -- runs in the page, where it can call nothing of this file
function findSmall(): string[] {
  const least = 44;
  const open = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1);
  const selector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=menuitem], [role=radio]';
  const isInSentence = (element: Element) => {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
    const around = element.parentElement?.textContent ?? '';
    return around.trim().length > (element.textContent ?? '').trim().length + 3;
  };
  const answersAt = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit) return false;
    const label = hit.closest('label');
    return element.contains(hit) || (label !== null && (label.contains(element) || label.htmlFor === element.id));
  };
  const reach = (element: Element, dx: number, dy: number) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    let far = 0;
    while (far < least && answersAt(element, x + dx * (far + 1), y + dy * (far + 1))) far++;
    return far;
  };
  const found: string[] = [];
  for (const element of (open ?? document).querySelectorAll<HTMLElement>(selector)) {
    if (!element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) || isInSentence(element))
      continue;
    if (element.closest('[inert], [aria-hidden=true]') || (element as HTMLInputElement).disabled) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || box.bottom < 0 || box.top > innerHeight) continue;
    if (!answersAt(element, box.left + box.width / 2, box.top + box.height / 2)) continue;
    const width = reach(element, -1, 0) + reach(element, 1, 0) + 1;
    const height = reach(element, 0, -1) + reach(element, 0, 1) + 1;
    const isText = element.tagName === 'A' && element.textContent?.trim() !== '';
    if (width >= (isText ? 24 : least - 1) && height >= least - 1) continue;
    const said = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    found.push(
      `${element.tagName.toLowerCase()} “${(said || (element as HTMLInputElement).name || '').slice(0, 40)}” ${width} × ${height}`,
    );
  }
  scrollTo(0, 0);
  return [...new Set(found)];
}
