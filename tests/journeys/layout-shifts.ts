import type { Page } from '@playwright/test';

export interface Shift {
  /** Layout shifts without user input (Cumulative Layout Shift over the whole time). */
  sum: number;
  /** The elements that shifted, and by how much. */
  moves: string[];
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Measures the shifts of a page from its start. Runs in the page. */
export function watchShifts(): void {
  const shift: Shift = { sum: 0, moves: [] };
  Object.assign(globalThis, { shift });
  const name = (node: Node | null) => `${node?.nodeName.toLowerCase()} “${(node?.textContent ?? '').slice(0, 30)}”`;
  const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(',');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShiftEntry[]) {
      if (entry.hadRecentInput) continue;
      shift.sum += entry.value;
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) => `${name(node)} ${place(previousRect)} → ${place(currentRect)}`,
      );
      shift.moves.push(`${entry.value.toFixed(4)}: ${moved.join('; ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Begins the measurement again. Runs in the page. */
export const forgetShifts = (): void => {
  Object.assign((globalThis as unknown as { shift: Shift }).shift, { sum: 0, moves: [] });
};

export const shiftOf = (page: Page): Promise<Shift> =>
  page.evaluate(() => (globalThis as unknown as { shift: Shift }).shift);
