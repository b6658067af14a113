import { Box, type BoxProps } from '@chakra-ui/react/box';
import { useDates, type Moment, serverNow } from '../text/dates.ts';
import { useEffect, useState } from 'react';

/** "5 minutes ago", kept current; the exact time is its tooltip. */
export function RelativeTime({ at, ...rest }: BoxProps & { at: Moment }) {
  const dates = useDates();
  const now = useNow();
  return (
    <Box as="time" title={dates.full(at)} whiteSpace="nowrap" {...rest}>
      {dates.relative(at, now)}
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
