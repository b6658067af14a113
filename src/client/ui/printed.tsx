import { useEffect, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import './printed.css';

/**
 * Takes the place of the page on paper, also when the user prints from the browser's menu. On the screen and between two
 * prints it is nowhere in the document.
 */
export function Printed({ children }: { children: ReactNode }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser reads the document as soon as the event has been handled.
    const start = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting ? createPortal(<div data-printed="">{children}</div>, document.body) : null;
}
