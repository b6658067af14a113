import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export interface Popover<Anchor extends HTMLElement = HTMLButtonElement> {
  isOpen: boolean;
  open: () => void;
  /** Closes and gives the focus back to the anchor unless told otherwise. */
  close: (focus?: 'anchor' | 'elsewhere') => void;
  anchor: RefObject<Anchor | null>;
  panel: RefObject<HTMLDivElement | null>;
}

/**
 * A panel in the browser's top layer under its anchor, aligned to the anchor's start or end, above it where there
 * is no room; it closes on Escape, on a press outside and when the focus leaves.
 */
export function usePopover<Anchor extends HTMLElement = HTMLButtonElement>(
  align: 'start' | 'end' = 'start',
): Popover<Anchor> {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<Anchor>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = (focus: 'anchor' | 'elsewhere' = 'anchor') => {
    setOpen(false);
    if (focus === 'anchor') anchor.current?.focus();
  };
  useLayoutEffect(() => (isOpen ? keepInPlace(anchor.current, panel.current, align) : undefined), [isOpen, align]);
  useEffect(
    () =>
      isOpen
        ? onLeave(anchor.current, panel.current, (focus) => {
            setOpen(false);
            if (focus) anchor.current?.focus();
          })
        : undefined,
    [isOpen],
  );
  return { isOpen, open: () => setOpen(true), close, anchor, panel };
}

function keepInPlace(anchor: HTMLElement | null, panel: HTMLElement | null, align: 'start' | 'end') {
  if (!anchor || !panel) return undefined;
  panel.showPopover?.();
  const place = () => put(panel, anchor.getBoundingClientRect(), align);
  place();
  const watch = { capture: true, passive: true };
  window.addEventListener('resize', place, watch);
  window.addEventListener('scroll', place, watch);
  return () => {
    window.removeEventListener('resize', place, watch);
    window.removeEventListener('scroll', place, watch);
  };
}

/** Px between anchor and panel, and between panel and the window's edge. */
const gap = 6;
const edge = 8;

function put(panel: HTMLElement, at: DOMRect, align: 'start' | 'end') {
  const { innerWidth, innerHeight } = window;
  const below = innerHeight - at.bottom - gap - edge;
  const above = at.top - gap - edge;
  const wanted = panel.scrollHeight + 2;
  const up = below < Math.min(wanted, 240) && above > below;
  panel.style.maxHeight = `${Math.max(up ? above : below, 120)}px`;
  panel.style.minWidth = `${Math.min(at.width, innerWidth - 2 * edge)}px`;
  const height = Math.min(panel.offsetHeight, up ? above : below);
  panel.style.top = `${up ? at.top - gap - height : at.bottom + gap}px`;
  const toTheLeftEdge = (align === 'start') === (getComputedStyle(panel).direction === 'ltr');
  const x = toTheLeftEdge ? at.left : at.right - panel.offsetWidth;
  panel.style.left = `${Math.max(edge, Math.min(x, innerWidth - panel.offsetWidth - edge))}px`;
}

function onLeave(anchor: HTMLElement | null, panel: HTMLElement | null, leave: (focusAnchor: boolean) => void) {
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && (anchor?.contains(target) || panel?.contains(target));
  const onPress = (event: PointerEvent) => !isInside(event.target) && leave(false);
  const onFocus = (event: FocusEvent) => !isInside(event.target) && leave(false);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave(true);
  };
  document.addEventListener('pointerdown', onPress, true);
  document.addEventListener('focusin', onFocus, true);
  document.addEventListener('keydown', onKey, true);
  return () => {
    document.removeEventListener('pointerdown', onPress, true);
    document.removeEventListener('focusin', onFocus, true);
    document.removeEventListener('keydown', onKey, true);
  };
}
