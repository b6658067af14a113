import { useEffect, type RefObject } from 'react';

/** The element of a row that had the focus last, and the place of its row. */
interface Focused {
  element: Element;
  row: Element;
  place: number;
}

/**
 * Keeps the focus in a list when the focused button or its whole row is removed, as after an order was delivered: it
 * moves to the row's opener, or to the row that has taken its place. While a dialog or a menu is open, it waits.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Focused | null = null;
    const watcher = new MutationObserver(() => {
      if (last === null || last.element.isConnected || !isFocusFree()) return;
      targetOf(list.current, last)?.focus();
    });
    const follow = (focused: Focused | null) => {
      if (last === null && focused !== null) watcher.observe(document.body, { childList: true, subtree: true });
      if (focused === null) watcher.disconnect();
      last = focused;
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest(overlays)) follow(focusedIn(list.current, target));
    };
    // A press elsewhere takes the focus away on purpose.
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest(overlays))) follow(null);
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress, true);
    return () => {
      watcher.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress, true);
    };
  }, [list]);
}

const overlays = 'dialog, [popover], [role=menu]';

const isFocusFree = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) &&
  document.querySelector('dialog[open]') === null;

const rowsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll('[role=row][data-open]') ?? [])];

function focusedIn(list: HTMLElement | null, element: Element): Focused | null {
  const row = list?.contains(element) ? element.closest('[role=row]') : null;
  return row ? { element, row, place: rowsOf(list).indexOf(row) } : null;
}

function targetOf(list: HTMLElement | null, { row, place }: Focused): HTMLElement | null | undefined {
  const rows = rowsOf(list);
  const target = row.isConnected ? row : rows[Math.min(place, rows.length - 1)];
  return target?.querySelector<HTMLElement>('[data-opener]');
}
