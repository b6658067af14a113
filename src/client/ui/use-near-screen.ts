import { useEffect, useState } from 'react';
import { whenIdle } from '../base/idle.ts';

/** How far from the screen an element counts as near. */
const margin = '100px';

/**
 * Returns true once an element has been near the screen and the browser was idle, or when the page is printed: work that
 * can wait begins then. The element comes from a ref callback, so that one that is rendered later is observed too.
 */
export function useNearScreen(element: HTMLElement | null): boolean {
  const [isSeen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isSeen || !element) return undefined;
    const see = () => setSeen(true);
    let cancel: (() => void) | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser reports several changes at once; the last one says where the element is now.
        if (entries.at(-1)?.isIntersecting && !cancel) cancel = whenIdle(see);
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    addEventListener('beforeprint', see);
    return () => {
      cancel?.();
      observer.disconnect();
      removeEventListener('beforeprint', see);
    };
  }, [isSeen, element]);
  return isSeen;
}
