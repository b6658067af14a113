import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

export type Place = 'top' | 'bottom';

/** Px of the bars at the top and at the bottom of the window, with a gap. */
const bars = { top: 64, bottom: 88 };

/** Where a box over the page covers neither the control in use nor the buttons beside it; `size` changes with its content. */
export function useClearPlace(box: RefObject<HTMLElement | null>, size: unknown): Place {
  const [place, setPlace] = useState<Place>('bottom');
  useLayoutEffect(() => {
    const choose = () => setPlace(box.current ? placeOf(box.current) : 'bottom');
    choose();
    const watch = { capture: true, passive: true };
    const events = ['focusin', 'focusout', 'scroll', 'resize', 'input'] as const;
    for (const event of events) window.addEventListener(event, choose, watch);
    return () => {
      for (const event of events) window.removeEventListener(event, choose, watch);
    };
  }, [box, size]);
  return place;
}

function placeOf(box: HTMLElement): Place {
  const { left, right, height } = box.getBoundingClientRect();
  const bottom = { left, right, top: innerHeight - bars.bottom - height, bottom: innerHeight };
  const top = { left, right, top: bars.top, bottom: bars.top + height };
  return covered(bottom, box) > covered(top, box) ? 'top' : 'bottom';
}

type Area = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** How much of what is in use lies under an area: the focused control weighs more than all buttons beside it. */
function covered(area: Area, box: HTMLElement): number {
  const inUse = document.activeElement;
  if (!inUse?.matches('input, textarea, select, button, a, [contenteditable]') || box.contains(inUse)) return 0;
  const beside = [...(inUse.closest('form, dialog')?.querySelectorAll('button') ?? [])];
  const buttons = beside.filter((button) => button !== inUse && meets(area, button.getBoundingClientRect()));
  return (meets(area, inUse.getBoundingClientRect()) ? 100 : 0) + buttons.length;
}

const meets = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
