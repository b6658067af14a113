import { chakra } from '@chakra-ui/react/styled-system';
import { useDates } from '../../text/dates.ts';

/** The long date of the language, and the time. */
export function OrderDate({ at }: { at: string }) {
  const dates = useDates();
  return (
    <chakra.time dateTime={at} className="numbers">
      {dates.long(at)}{' '}
      <chakra.span color="fg.muted" whiteSpace="nowrap">
        {dates.time(at)}
      </chakra.span>
    </chakra.time>
  );
}
