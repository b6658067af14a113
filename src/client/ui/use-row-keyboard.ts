import { useEffect } from 'react';
import type { RefObject } from 'react';

const moves: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/**
 * Arrow keys and j/k move the focus from row to row of a list, x toggles the row's checkbox; Enter presses the focused
 * button. Works from anywhere on the page while no field has the focus and no menu or dialog is open.
 */
export function useRowKeyboard(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      const move = moves[event.key];
      const isOurs = event.key === 'x' ? tick(list.current) : move !== undefined && step(list.current, move);
      if (isOurs) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}

const elsewhere = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [popover], [role=menu]';

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(elsewhere) !== null;

const openersOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-open] [data-opener]') ?? []),
];

const focusedRow = () => document.activeElement?.closest('[role=row]') ?? null;

function step(list: HTMLElement | null, by: 1 | -1): boolean {
  const openers = openersOf(list);
  const row = focusedRow();
  const at = openers.findIndex((opener) => row !== null && opener.closest('[role=row]') === row);
  const next = openers[at === -1 ? (by === 1 ? 0 : openers.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView?.({ block: 'nearest' });
  return next !== undefined;
}

function tick(list: HTMLElement | null): boolean {
  const row = focusedRow();
  const box = row && list?.contains(row) ? row.querySelector<HTMLInputElement>('input[type=checkbox]') : null;
  box?.click();
  return box !== null;
}
