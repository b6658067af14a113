import type { Page } from '@playwright/test';
import type { Screen } from '../../scripts/look/screens.ts';
import { navigateTo } from '../../scripts/look/visits.ts';
import { findClipped, findSideways } from './screen-checks.ts';

/** Visits the screens inside the running app, and returns their texts that do not fit, are cut off or covered. */
export async function findFaults(page: Page, screens: readonly Pick<Screen, 'name' | 'path'>[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, path } of screens) {
    await navigateTo(page, path);
    for (const what of [...(await widthFaults(page)), ...(await overlapFaults(page))]) found.push(`${name}: ${what}`);
  }
  return found;
}

/** Returns by how much the page scrolls sideways, and its texts that do not fit their boxes. */
async function widthFaults(page: Page): Promise<string[]> {
  const { sideways, wide } = await page.evaluate(findSideways);
  const clipped = await page.evaluate(findClipped);
  return sideways > 0 ? [`scrolls sideways by ${sideways} px: ${wide.join(', ')}`, ...clipped] : clipped;
}

/** Returns the texts that lie over other texts or controls, and those that their box or the window cuts off. */
const overlapFaults = (page: Page): Promise<string[]> => page.evaluate(findOverlaps);

/**
 * Compares the lines of text that are painted in the page's flow or in the open dialog. Bars that are fixed or sticky are
 * left out: content passes under them. Runs in the page.
 */
// oxlint-disable-next-line complexity -- runs in the page, where it can call nothing of this file
function findOverlaps(): string[] {
  interface Line {
    element: Element;
    text: string;
    box: DOMRect;
  }
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const isBar = (element: Element): boolean => {
    for (let one: Element | null = element; one && one !== root; one = one.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return true;
    return false;
  };
  const isHidden = (element: Element): boolean => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { opacity, visibility, position, clipPath, clip } = getComputedStyle(one);
      const { width, height } = one.getBoundingClientRect();
      const isCut = clipPath.startsWith('inset(50') || clip.startsWith('rect');
      if (opacity === '0' || visibility === 'hidden') return true;
      if (position === 'absolute' && (width <= 1 || height <= 1 || isCut)) return true;
    }
    return false;
  };
  const linesOf = (node: Node): Line[] => {
    const element = node.parentElement!;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = (node.textContent ?? '').trim();
    return [...range.getClientRects()].filter(({ width }) => width > 1).map((box) => ({ element, text, box }));
  };
  /** The part of a line that its scrolling or clipping boxes show, and whether one of them cuts it without an ellipsis. */
  // oxlint-disable-next-line complexity -- one rule for each way in which a box can cut
  const seenOf = ({ element, box }: { element: Element; box: DOMRect }) => {
    let { left, right, top, bottom } = box;
    let isCut = false;
    for (let one: Element | null = element; one && one !== document.documentElement; one = one.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, display } = getComputedStyle(one);
      if (display === 'inline' || display === 'contents') continue;
      const clips = one.getBoundingClientRect();
      // Part of an amount would be another amount.
      const isOnPurpose = (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') && !element.closest('.numbers');
      const isWideCut = left < clips.left - 2 || right > clips.right + 2;
      const isHighCut = top < clips.top - 4 || bottom > clips.bottom + 4;
      if ((overflowX === 'hidden' && isWideCut) || (overflowY === 'hidden' && isHighCut)) isCut ||= !isOnPurpose;
      if (overflowX !== 'visible') [left, right] = [Math.max(left, clips.left), Math.min(right, clips.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, clips.top), Math.min(bottom, clips.bottom)];
    }
    return { left, right, top, bottom, isCut };
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!textContent?.trim() || !parentElement?.checkVisibility() || parentElement.closest('select, svg')) continue;
    if (!isBar(parentElement) && !isHidden(parentElement)) lines.push(...linesOf(walker.currentNode));
  }
  const seen = lines
    .map((line) => ({ ...line, ...seenOf(line) }))
    .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
  const controls = [...root.querySelectorAll('button, a[href], input, select, textarea, [role=img]')]
    .filter((element) => element.checkVisibility() && !isBar(element) && !isHidden(element))
    .map((element) => ({ element, box: seenOf({ element, box: element.getBoundingClientRect() }) }))
    .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
  const name = (text: string) => `“${text.slice(0, 40)}”`;
  const found = seen.filter(({ isCut }) => isCut).map(({ text }) => `${name(text)} is cut off`);
  const crosses = (
    a: { left: number; right: number; top: number; bottom: number },
    b: { left: number; right: number; top: number; bottom: number },
  ) => {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    // Lines above each other may touch: their boxes are higher than their text.
    return width > 2 && height > 0.34 * Math.min(a.bottom - a.top, b.bottom - b.top);
  };
  for (const [at, one] of seen.entries()) {
    for (const other of seen.slice(at + 1))
      if (one.element !== other.element && crosses(one, other))
        found.push(`${name(one.text)} lies over ${name(other.text)}`);
    for (const { element, box } of controls) {
      if (element.contains(one.element) || one.element.contains(element)) continue;
      if (one.element.closest('label')?.contains(element)) continue;
      if (crosses(one, box))
        found.push(
          `${name(one.text)} lies over the ${element.tagName.toLowerCase()} ${name(element.getAttribute('aria-label') ?? element.textContent ?? '')}`,
        );
    }
  }
  return [...new Set(found)];
}
