import { useRef } from 'react';
import type { TouchEvent } from 'react';

/** Pixels to the side after which a movement is a swipe, and after which lifting the finger counts. */
const startsAt = 12;
const countsAt = 72;

interface Swipe {
  onTouchStart: (event: TouchEvent<HTMLElement>) => void;
  onTouchMove: (event: TouchEvent<HTMLElement>) => void;
  onTouchEnd: (event: TouchEvent<HTMLElement>) => void;
  onTouchCancel: (event: TouchEvent<HTMLElement>) => void;
  style: { touchAction: string };
}

interface Movement {
  x: number;
  y: number;
  /** Undecided until the finger has moved far enough; a vertical movement scrolls the page. */
  axis: 'undecided' | 'sideways' | 'other';
}

/**
 * Returns the props of an element that one swipes to the next or the previous one, with one finger; in a page from
 * right to left the other way around. The element follows the finger, unless the device asks for reduced motion.
 */
export function useSwipe(onNext: () => void, onPrevious: () => void): Swipe {
  const movement = useRef<Movement | null>(null);
  const end = ({ currentTarget }: TouchEvent<HTMLElement>) => {
    movement.current = null;
    currentTarget.style.removeProperty('translate');
  };
  return {
    onTouchStart: (event) => {
      const touch = event.touches[0];
      const isOne = event.touches.length === 1 && touch !== undefined && !isElsewhere(event.target);
      movement.current = isOne ? { x: touch.clientX, y: touch.clientY, axis: 'undecided' } : null;
    },
    onTouchMove: (event) => {
      const now = movement.current;
      const touch = event.touches[0];
      if (!now || !touch) return;
      const [aside, along] = [touch.clientX - now.x, touch.clientY - now.y];
      if (now.axis === 'undecided' && Math.hypot(aside, along) > startsAt)
        now.axis = Math.abs(aside) > 2 * Math.abs(along) ? 'sideways' : 'other';
      if (now.axis === 'sideways' && !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
        event.currentTarget.style.translate = `${aside / 3}px`;
    },
    onTouchEnd: (event) => {
      const now = movement.current;
      const touch = event.changedTouches[0];
      end(event);
      if (now?.axis !== 'sideways' || !touch || hasSelection()) return;
      const aside = (touch.clientX - now.x) * (document.documentElement.dir === 'rtl' ? -1 : 1);
      if (aside <= -countsAt) onNext();
      else if (aside >= countsAt) onPrevious();
    },
    onTouchCancel: end,
    style: { touchAction: 'pan-y pinch-zoom' },
  };
}

/** Fields, and parts that scroll sideways themselves. */
const isElsewhere = (target: EventTarget): boolean => {
  for (
    let part = target instanceof Element ? target : null;
    part && part !== document.body;
    part = part.parentElement
  ) {
    if (part.matches('input, textarea, select, dialog, [popover]')) return true;
    if (part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true;
  }
  return false;
};

const hasSelection = (): boolean => (document.getSelection()?.isCollapsed ?? true) === false;
