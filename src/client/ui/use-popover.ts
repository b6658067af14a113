import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export interface Popover<Anchor extends HTMLElement = HTMLButtonElement> {
  isOpen: boolean;
  open: () => void;
  /** Closes the panel and, by default (`returnsFocus`), moves the focus back to the anchor. */
  close: (options?: { returnsFocus?: boolean }) => void;
  anchor: RefObject<Anchor | null>;
  panel: RefObject<HTMLDivElement | null>;
}

/**
 * A panel in the browser's top layer, under its anchor or, where it does not fit, above it, aligned to the anchor's
 * start or end. It closes on Escape, on a press outside and when the focus leaves.
 */
export function usePopover<Anchor extends HTMLElement = HTMLButtonElement>(
  align: 'start' | 'end' = 'start',
): Popover<Anchor> {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<Anchor>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = ({ returnsFocus = true } = {}) => {
    setOpen(false);
    if (returnsFocus) anchor.current?.focus();
  };
  useLayoutEffect(() => (isOpen ? keepPositioned(anchor.current, panel.current, align) : undefined), [isOpen, align]);
  useEffect(
    () =>
      isOpen
        ? watchForLeaving(anchor.current, panel.current, (focus) => {
            setOpen(false);
            if (focus) anchor.current?.focus();
          })
        : undefined,
    [isOpen],
  );
  return { isOpen, open: () => setOpen(true), close, anchor, panel };
}

function keepPositioned(anchor: HTMLElement | null, panel: HTMLElement | null, align: 'start' | 'end') {
  if (!anchor || !panel) return undefined;
  panel.showPopover?.();
  const place = () => positionPanel(panel, anchor.getBoundingClientRect(), align);
  place();
  const watch = { capture: true, passive: true };
  window.addEventListener('resize', place, watch);
  window.addEventListener('scroll', place, watch);
  return () => {
    window.removeEventListener('resize', place, watch);
    window.removeEventListener('scroll', place, watch);
  };
}

/** Pixels between anchor and panel, and between panel and the window's edge. */
const gap = 6;
const edge = 8;

function positionPanel(panel: HTMLElement, anchor: DOMRect, align: 'start' | 'end') {
  const { innerWidth, innerHeight } = window;
  const below = innerHeight - anchor.bottom - gap - edge;
  const above = anchor.top - gap - edge;
  const wantedHeight = panel.scrollHeight + 2;
  const isAbove = below < Math.min(wantedHeight, 240) && above > below;
  panel.style.maxHeight = `${Math.max(isAbove ? above : below, 120)}px`;
  panel.style.minWidth = `${Math.min(anchor.width, innerWidth - 2 * edge)}px`;
  const height = Math.min(panel.offsetHeight, isAbove ? above : below);
  panel.style.top = `${isAbove ? anchor.top - gap - height : anchor.bottom + gap}px`;
  const isLeftAligned = (align === 'start') === (getComputedStyle(panel).direction === 'ltr');
  const x = isLeftAligned ? anchor.left : anchor.right - panel.offsetWidth;
  panel.style.left = `${Math.max(edge, Math.min(x, innerWidth - panel.offsetWidth - edge))}px`;
}

function watchForLeaving(anchor: HTMLElement | null, panel: HTMLElement | null, leave: (focusAnchor: boolean) => void) {
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
