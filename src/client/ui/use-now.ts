import { useEffect, useState } from 'react';
import { serverNow } from '../text/clock.ts';

/** The server's time in ms, renewed every `every` ms while the component is on screen. */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
