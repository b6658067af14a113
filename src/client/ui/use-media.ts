import { useCallback, useSyncExternalStore } from 'react';

/** The widths at which tables are lists of cards: the breakpoint `sm` of the theme, below which its styles are. */
export const cardWidths = '(max-width: 719.98px)';
/** The widths of the working place of tickets, in em, so that they grow with the size of text in the browser's settings. */
export const twoPanes = '(min-width: 80em)';
export const threePanes = '(min-width: 100em)';

/** Returns whether a media query matches now, for parts that must not be rendered otherwise; styles need no hook. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches);
}
