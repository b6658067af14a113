import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useAfterPaint } from '../../ui/use-after-paint.ts';

/** Rows above and below the visible ones that are rendered, too; the window moves by this number of rows. */
const spare = 6;
/** The height in pixels that is assumed until the list has been measured. */
const usualHeight = 800;

export interface RowWindow {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The first row that is rendered, from 0, and the row after the last one. */
  from: number;
  to: number;
  /** The height of a row in pixels. */
  rowHeight: number;
  /** The first rows are painted. Until then only the visible ones are rendered, so that they appear sooner. */
  isPainted: boolean;
}

/**
 * Returns which rows of a long list are in view or near it, so that only these are rendered. All rows have the same
 * height, given in rem. Scrolls to the row `current`: into the middle at first, later only as far as needed.
 */
export function useRowWindow(count: number, rowRem: number, current: number): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const hasShown = useRef(false);
  const [rowHeight] = useState(() => rowRem * rootFontSize());
  const [seen, setSeen] = useState<Seen>({ first: 0, rows: Math.ceil(usualHeight / rowHeight) });
  useLayoutEffect(() => {
    const element = scroller.current;
    return element ? followScroll(element, () => setSeen((now) => seenIn(element, rowHeight, now))) : undefined;
  }, [rowHeight]);
  const place = count === 0 ? -1 : current;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || place === -1) return;
    element.scrollTop = hasShown.current
      ? nearestTop(element, place * rowHeight, rowHeight)
      : middleTop(element, place * rowHeight);
    hasShown.current = true;
    setSeen((now) => seenIn(element, rowHeight, now));
  }, [rowHeight, place]);
  const isPainted = useAfterPaint(count > 0) === true;
  return {
    scroller,
    rowHeight,
    isPainted,
    from: Math.max(0, seen.first - (isPainted ? spare : 0)),
    to: Math.min(count, seen.first + seen.rows + (isPainted ? 2 : 1) * spare),
  };
}

/** The first visible row, as a multiple of `spare`, and the number of visible rows. */
interface Seen {
  first: number;
  rows: number;
}

function seenIn({ scrollTop, clientHeight }: HTMLElement, rowHeight: number, now: Seen): Seen {
  const first = Math.floor(scrollTop / rowHeight / spare) * spare;
  const rows = Math.ceil((clientHeight || usualHeight) / rowHeight);
  return now.first === first && now.rows === rows ? now : { first, rows };
}

function followScroll(element: HTMLElement, listener: () => void): () => void {
  const resizing = new ResizeObserver(listener);
  resizing.observe(element);
  element.addEventListener('scroll', listener, { passive: true });
  return () => {
    resizing.disconnect();
    element.removeEventListener('scroll', listener);
  };
}

const middleTop = ({ clientHeight }: HTMLElement, top: number): number => Math.max(0, top - clientHeight / 3);

/** Returns the scroll position at which a row and its neighbours are in view; the present one where they are already. */
function nearestTop({ scrollTop, clientHeight }: HTMLElement, top: number, rowHeight: number): number {
  if (top < scrollTop + rowHeight) return Math.max(0, top - rowHeight);
  return Math.max(scrollTop, top + 2 * rowHeight - clientHeight);
}

const rootFontSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
