import type { BoxProps } from '@chakra-ui/react/box';
import { useDates, type Moment, serverNow } from '../text/dates.ts';
import { useEffect, useState } from 'react';
import { Box } from './theme/styled.tsx';

interface Props extends BoxProps {
  at: Moment;
  /** "5 minutes ago" instead of "5 min", for a sentence or beside a date. */
  ago?: boolean;
  /** Its day stands above it: the time of day is enough. */
  isUnderDay?: boolean;
}

/** "5 min", "21:42", "yesterday 21:42" or "14 Nov", kept current; the exact time is its tooltip. */
export function RelativeTime({ at, ago = false, isUnderDay = false, ...rest }: Props) {
  const dates = useDates();
  const now = useNow();
  return (
    <Box as="time" title={dates.full(at)} whiteSpace="nowrap" {...rest}>
      {ago ? dates.relative(at, now) : isUnderDay ? dates.time(at) : dates.brief(at, now)}
    </Box>
  );
}

/** Returns the server's time in ms, updated every `intervalMs` while the component is mounted. */
export function useNow(intervalMs = 30_000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
