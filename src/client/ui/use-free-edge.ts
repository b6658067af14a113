import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

export type NoticeEdge = 'top' | 'bottom';

/** Heights in px of the bars at the top and bottom of the window, with a gap. */
const bars = { top: 64, bottom: 88 };

/**
 * Returns the edge of the window where a fixed box hides the least of the focused control and the buttons beside it.
 * `size` changes when the box's size does. A box that is pressed or has the focus stays: it would move away under the
 * pointer, and the click would be lost.
 */
export function useFreeEdge(box: RefObject<HTMLElement | null>, size: unknown): NoticeEdge {
  const [place, setPlace] = useState<NoticeEdge>('bottom');
  useLayoutEffect(() => {
    const choose = (event?: Event) => {
      if (!box.current) setPlace('bottom');
      else if (!isUsed(box.current, event)) setPlace(edgeOf(box.current));
    };
    choose();
    const watch = { capture: true, passive: true };
    const events = ['focusin', 'focusout', 'scroll', 'resize', 'input'] as const;
    for (const event of events) window.addEventListener(event, choose, watch);
    // The box has no size before its popover is shown, and a new row moves the focused control without a scroll.
    const sizes = new ResizeObserver(() => choose());
    for (const element of [document.body, box.current]) if (element) sizes.observe(element);
    return () => {
      sizes.disconnect();
      for (const event of events) window.removeEventListener(event, choose, watch);
    };
  }, [box, size]);
  return place;
}

/** Returns whether a box is pressed, or has the focus or receives it with this event. */
function isUsed(box: HTMLElement, event: Event | undefined): boolean {
  const receiver = event instanceof FocusEvent ? event.relatedTarget : null;
  return box.matches(':active') || box.contains(document.activeElement) || box.contains(receiver as Node | null);
}

function edgeOf(box: HTMLElement): NoticeEdge {
  const { left, right, height } = box.getBoundingClientRect();
  const bottom = { left, right, top: innerHeight - bars.bottom - height, bottom: innerHeight };
  const top = { left, right, top: bars.top, bottom: bars.top + height };
  return coverageOf(bottom, box) > coverageOf(top, box) ? 'top' : 'bottom';
}

type Area = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Returns how much an area hides: 100 for the focused control, and 1 for each button of its form or dialog. */
function coverageOf(area: Area, box: HTMLElement): number {
  const inUse = document.activeElement;
  if (!inUse?.matches('input, textarea, select, button, a, [contenteditable]') || box.contains(inUse)) return 0;
  const beside = [...(inUse.closest('form, dialog')?.querySelectorAll('button') ?? [])];
  const buttons = beside.filter((button) => button !== inUse && overlaps(area, button.getBoundingClientRect()));
  return (overlaps(area, inUse.getBoundingClientRect()) ? 100 : 0) + buttons.length;
}

const overlaps = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
