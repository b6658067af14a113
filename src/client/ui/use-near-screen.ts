import { useEffect, useState, type RefObject } from 'react';
import { whenIdle } from '../base/idle.ts';

/** How far from the screen an element counts as near. */
const margin = '100px';

/**
 * Returns true once an element has been near the screen and the browser was idle, or when the page is printed: work that
 * can wait begins then.
 */
export function useNearScreen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isSeen || !element.current) return undefined;
    const see = () => setSeen(true);
    let cancel: (() => void) | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !cancel) cancel = whenIdle(see);
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    addEventListener('beforeprint', see);
    return () => {
      cancel?.();
      observer.disconnect();
      removeEventListener('beforeprint', see);
    };
  }, [isSeen, element]);
  return isSeen;
}
