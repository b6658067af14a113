import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { chakra } from './theme/styled.tsx';

interface Tip {
  text: string;
  anchor: HTMLElement;
}

/** Milliseconds between the pointer's arrival and the tooltip; a focus shows it at once. */
const delay = 350;

/**
 * The tooltips of the whole page: the `title` of a control under the mouse or with the keyboard's focus. The browser
 * alone shows titles late, in its own look, and never for the keyboard.
 */
export function Tooltips() {
  const [tip, setTip] = useState<Tip | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => watchTitles(setTip), []);
  useLayoutEffect(() => {
    if (tip && box.current) place(box.current, tip.anchor.getBoundingClientRect());
  }, [tip]);
  return tip ? (
    <Box ref={box} popover="manual" role="tooltip" dir="auto" aria-hidden="true">
      {tip.text}
    </Box>
  ) : null;
}

/** Pixels between tooltip and control, and between tooltip and the window's edge. */
const gap = 6;

/** Shows the tooltip below the control, or above it where it would not fit below, in front of open dialogs. */
function place(box: HTMLElement, anchor: DOMRect): void {
  box.showPopover?.();
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = anchor.bottom + gap;
  const middle = anchor.left + anchor.width / 2 - width / 2;
  box.style.top = `${below + height + gap > window.innerHeight ? anchor.top - gap - height : below}px`;
  box.style.left = `${Math.max(gap, Math.min(middle, window.innerWidth - width - gap))}px`;
}

/** Reports the control whose title is to be shown, or null; returns a function that ends this. */
function watchTitles(show: (tip: Tip | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hovered: Tip | null = null;
  const hide = () => {
    clearTimeout(timer);
    // The browser shows the title of a hovered control itself, so it is taken away meanwhile.
    if (hovered && !hovered.anchor.title) hovered.anchor.title = hovered.text;
    hovered = null;
    show(null);
  };
  const onOver = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || hovered?.anchor.contains(event.target as Node)) return;
    hide();
    const tip = tipOf(event.target);
    if (!tip) return;
    hovered = tip;
    tip.anchor.removeAttribute('title');
    timer = setTimeout(() => show(tip), delay);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const tip = tipOf(target);
    if (tip && tip.anchor === target && tip.anchor.matches(':focus-visible')) show(tip);
    else show(null);
  };
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
  const listeners = [
    ['pointerover', onOver],
    ['pointerdown', hide],
    ['focusin', onFocus],
    ['focusout', hide],
    ['keydown', onKey],
    ['scroll', hide],
  ] as [keyof DocumentEventMap, EventListener][];
  const options = { capture: true, passive: true };
  for (const [name, listener] of listeners) document.addEventListener(name, listener, options);
  return () => {
    hide();
    for (const [name, listener] of listeners) document.removeEventListener(name, listener, options);
  };
}

function tipOf(target: EventTarget | null): Tip | null {
  const anchor = target instanceof Element ? target.closest<HTMLElement>('[title]') : null;
  return anchor?.title ? { text: anchor.title, anchor } : null;
}

const Box = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: '0',
    maxW: '20rem',
    px: '2',
    py: '1',
    borderWidth: '0',
    borderRadius: 'sm',
    bg: 'bg.inverted',
    color: 'fg.inverted',
    textStyle: 'xs',
    overflowWrap: 'anywhere',
    zIndex: 'toast',
    pointerEvents: 'none',
    animation: 'fadeIn 80ms',
  },
});
