import type { Page } from '@playwright/test';

/** The faults of a screen that a program can find. */
export interface ScreenFaults {
  /** Px by which the page is wider than the window, and the elements that overflow it. */
  sideways: number;
  wide: string[];
  /** Text that is cut off without an ellipsis, or runs out of its box. */
  clipped: string[];
  /** Text that ends in an ellipsis: right for texts of users, wrong for the app's own. */
  shortened: string[];
  /** Pictures that did not load. */
  broken: string[];
  /** Elements whose touchable area is smaller than 44 × 44 px, with the exceptions of `findSmall`. */
  small: string[];
}

/** Checks the page in its present state. */
export async function screenFaults(page: Page): Promise<ScreenFaults> {
  return {
    ...(await page.evaluate(findSideways)),
    clipped: [
      ...(await page.evaluate(findClipped)),
      ...(await page.evaluate(findCutPlaceholders)),
      ...(await page.evaluate(findHiddenTabs)),
    ],
    shortened: await page.evaluate(findShortened),
    broken: await page.evaluate(findBroken),
    small: await page.evaluate(findSmall),
  };
}

/**
 * Px by which the page is wider than its window, or the content of the open dialog wider than the dialog, and the
 * elements that overflow. Runs in the page.
 */
export function findSideways(): { sideways: number; wide: string[] } {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const scrolling = [...(dialog?.querySelectorAll('*') ?? [])].filter(
    (element) => getComputedStyle(element).overflowY === 'auto',
  );
  const over = (element: Element) => element.scrollWidth - element.clientWidth;
  const box = [document.documentElement, ...scrolling].find((element) => over(element) > 0);
  if (!box) return { sideways: 0, wide: [] };
  const sideways = over(box);
  const start = box === document.documentElement ? 0 : box.getBoundingClientRect().left;
  const out = [...box.querySelectorAll('body *, :scope *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (right > start + box.clientWidth + 1 || left < start - 1);
  });
  const inner = out.filter((element) => !out.some((other) => other !== element && element.contains(other)));
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
  return { sideways, wide: inner.slice(0, 5).map(name) };
}

/** Texts that are cut off, or run out of their boxes. Runs in the page. */
// oxlint-disable-next-line complexity -- runs in the page, where it can call nothing of this file
export function findClipped(): string[] {
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 50)}”`;
  const hasOwnText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '');
  const isForScreenReaders = (element: Element) => {
    const { clipPath, clip, position } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const isClipped = clipPath.startsWith('inset(50') || clip.startsWith('rect');
    return position === 'absolute' && (width <= 1 || height <= 1 || isClipped);
  };
  const isUnseen = (element: Element): boolean => {
    const { opacity, visibility } = getComputedStyle(element);
    if (opacity === '0' || visibility === 'hidden' || isForScreenReaders(element)) return true;
    return element.parentElement !== null && isUnseen(element.parentElement);
  };
  const isBox = (element: Element) => getComputedStyle(element).display !== 'inline' && element.clientWidth > 0;
  const isCutOnPurpose = (element: Element) => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    return (
      [overflowX, overflowY].some((one) => one === 'auto' || one === 'scroll') ||
      textOverflow === 'ellipsis' ||
      webkitLineClamp !== 'none'
    );
  };
  const faultOf = (element: Element) => {
    const over = element.scrollWidth - element.clientWidth;
    const under = element.scrollHeight - element.clientHeight;
    if (over > 1) return [`${name(element)} is ${over} px too wide for its box`];
    const isCut = under > 2 && getComputedStyle(element).overflowY !== 'visible';
    return isCut ? [`${name(element)} is cut by ${under} px at the bottom`] : [];
  };
  const found = [...document.body.querySelectorAll('*')]
    .filter((element) => hasOwnText(element) && element.checkVisibility() && isBox(element))
    .filter((element) => !isCutOnPurpose(element) && !isUnseen(element))
    .flatMap(faultOf);
  return [...new Set(found)];
}

/** A placeholder that ends in an ellipsis is still understood, unless more than a fifth of it is cut; that of an area wraps. */
function findCutPlaceholders(): string[] {
  const pen = document.createElement('canvas').getContext('2d')!;
  const shareCut = (field: HTMLInputElement) => {
    const style = getComputedStyle(field);
    const width = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const height = field.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const widths = field.placeholder.split('\n').map((text) => pen.measureText(text).width);
    if (!field.matches('textarea')) return 1 - width / widths[0]!;
    const rows = widths.reduce((sum, one) => sum + Math.max(1, Math.ceil(one / width)), 0);
    return 1 - height / (rows * Number.parseFloat(style.lineHeight));
  };
  return [...document.body.querySelectorAll<HTMLInputElement>('input[placeholder], textarea[placeholder]')]
    .filter((field) => field.value === '' && field.checkVisibility() && shareCut(field) > 0.2)
    .map((field) => `placeholder “${field.placeholder}” is cut by ${Math.round(shareCut(field) * 100)} %`);
}

function findShortened(): string[] {
  const texts = [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter(
      (element) =>
        element.checkVisibility() &&
        getComputedStyle(element).textOverflow === 'ellipsis' &&
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1,
    )
    .map((element) => (element.textContent ?? '').trim());
  return [...new Set(texts)];
}

/** Chosen tabs that their line, which scrolls sideways, does not show. */
function findHiddenTabs(): string[] {
  const isHidden = (tab: Element) => {
    const [line, { left, right }] = [tab.parentElement!.getBoundingClientRect(), tab.getBoundingClientRect()];
    return left < line.left - 1 || right > line.right + 1;
  };
  const hidden = [...document.querySelectorAll('nav > [aria-pressed=true]')].filter(isHidden);
  return hidden.map((tab) => `the chosen tab “${tab.textContent}” is out of sight`);
}

function findBroken(): string[] {
  const isBroken = (image: HTMLImageElement) =>
    image.complete && image.naturalWidth === 0 && Boolean(image.getAttribute('src')) && image.checkVisibility();
  return [...document.images]
    .filter(isBroken)
    .map((image) => new URL(image.currentSrc || image.src, location.href).pathname);
}

/**
 * The size of an element is the area that answers to a touch, not its box: a link whose `::after`
 * covers its card counts as the card. Links inside a sentence are excepted (WCAG 2.5.8), and a link with text may be
 * 24 px wide.
 */
// oxlint-disable-next-line complexity -- runs in the page, where it can call nothing of this file
function findSmall(): string[] {
  const minSide = 44;
  const open = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1);
  const selector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=menuitem], [role=radio]';
  const isInSentence = (element: Element) => {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
    const around = element.parentElement?.textContent ?? '';
    return around.trim().length > (element.textContent ?? '').trim().length + 3;
  };
  const isTouchable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled') &&
    !element.closest('[inert], [aria-hidden=true]') &&
    !isInSentence(element);
  const answersAt = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    const label = hit?.closest('label');
    return element.contains(hit) || (label ? label.contains(element) || label.htmlFor === element.id : false);
  };
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2] as const;
  };
  const reach = (element: Element, dx: number, dy: number) => {
    const [x, y] = middle(element);
    let far = 0;
    while (far < minSide && answersAt(element, x + dx * (far + 1), y + dy * (far + 1))) far++;
    return far;
  };
  const sizeOf = (element: Element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !answersAt(element, ...middle(element))) return null;
    return {
      width: reach(element, -1, 0) + reach(element, 1, 0) + 1,
      height: reach(element, 0, -1) + reach(element, 0, 1) + 1,
    };
  };
  const widthNeeded = (element: Element) => (element.tagName === 'A' && element.textContent?.trim() ? 24 : minSide - 1);
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
  const found = [...(open ?? document).querySelectorAll(selector)].filter(isTouchable).flatMap((element) => {
    const size = sizeOf(element);
    const isLarge = !size || (size.width >= widthNeeded(element) && size.height >= minSide - 1);
    return isLarge ? [] : [`${name(element)} ${size.width} × ${size.height}`];
  });
  scrollTo(0, 0);
  return [...new Set(found)];
}

/** Notes every font that a canvas draws with. Runs in the page. */
export function noteFonts(): void {
  const noted = new Set<string>();
  Object.assign(globalThis, { fonts: noted });
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...args) {
    noted.add(this.font);
    return fillText.apply(this, args);
  };
}
