import { useLayoutEffect } from 'react';

/** An open dialog, the form of a reply at the bottom of the screen, a bar over the rows. */
type PageMark = 'modal' | 'composer' | 'floating-bar';

const counts: Record<PageMark, number> = { modal: 0, composer: 0, 'floating-bar': 0 };

/**
 * Sets `data-has-<mark>` on `<html>` while the component is shown, for the styles of other parts of the page. A
 * selector such as `html:has(…)` would do the same, but the browser then styles the whole page again after every
 * insertion: that doubled the time until the next page of a list was painted.
 */
export function usePageMark(mark: PageMark): void {
  useLayoutEffect(() => {
    const count = (change: number) => {
      counts[mark] += change;
      document.documentElement.toggleAttribute(`data-has-${mark}`, counts[mark] > 0);
    };
    count(1);
    return () => count(-1);
  }, [mark]);
}
