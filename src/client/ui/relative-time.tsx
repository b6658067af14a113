import { Box } from '@chakra-ui/react/box';
import type { BoxProps } from '@chakra-ui/react/box';
import { useDates } from '../text/dates.ts';
import type { Moment } from '../text/dates.ts';
import { useNow } from './use-now.ts';

/** "5 minutes ago", kept current; the exact moment is its tooltip. */
export function RelativeTime({ at, ...rest }: BoxProps & { at: Moment }) {
  const dates = useDates();
  const now = useNow();
  return (
    <Box as="time" title={dates.full(at)} whiteSpace="nowrap" {...rest}>
      {dates.relative(at, now)}
    </Box>
  );
}
