import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end of the page that still count as its end. */
const nearEnd = 160;

/**
 * Shows the newest message when a conversation is opened, and a new one when the end of the page is in view; otherwise
 * the page stays where it is.
 */
export function useStayAtEnd(messages: number): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const measure = () => {
      const { scrollHeight } = document.documentElement;
      isAtEnd.current = window.scrollY + window.innerHeight >= scrollHeight - nearEnd;
    };
    document.addEventListener('scroll', measure, { passive: true });
    return () => document.removeEventListener('scroll', measure);
  }, []);
  useLayoutEffect(() => {
    if (isAtEnd.current && messages > 0) showEnd();
  }, [messages]);
  const [beginsAtEnd] = useState(messages > 0);
  useLayoutEffect(() => {
    // The router shows the top of a new page after the first render, and before the first frame.
    const frame = beginsAtEnd ? requestAnimationFrame(showEnd) : 0;
    return () => cancelAnimationFrame(frame);
  }, [beginsAtEnd]);
}

const showEnd = (): void => window.scrollTo(0, document.documentElement.scrollHeight);
