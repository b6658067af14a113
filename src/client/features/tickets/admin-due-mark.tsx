import { useLingui } from '@lingui/react/macro';
import { answerDueAt, goalsOf } from '../../../contract/waiting-goals.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { useDates } from '../../text/dates.ts';
import { numberFormat } from '../../text/formats.ts';
import { tagOf } from '../../text/locales.ts';
import { openingTimesOf, useShop } from '../../text/shop.ts';
import { useNow } from '../../ui/relative-time.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

const minute = 60_000;
const hour = 60 * minute;

interface Props {
  ticket: TicketRow;
  /** Shows a dot with the text as its name, when the answer is late or due within the hour. */
  isDot?: boolean;
}

/** How much time is left to answer a ticket, or by how much the answer is late; nothing when no answer is awaited. */
export function DueMark({ ticket, isDot = false }: Props) {
  const { t, i18n } = useLingui();
  const dates = useDates();
  const now = useNow();
  const shop = useShop();
  const due = answerDueAt(ticket, openingTimesOf(shop), goalsOf(shop));
  if (due === null) return null;
  const left = due - now;
  const time = lengthOf(Math.abs(left), tagOf(i18n.locale));
  const state = left < 0 ? 'late' : left < hour ? 'soon' : undefined;
  const text = left < 0 ? t`late by ${time}` : t`due in ${time}`;
  if (isDot) return state ? <Dot role="img" aria-label={text} title={text} data-state={state} /> : null;
  return (
    <Mark title={dates.full(due)} data-state={state}>
      {text}
    </Mark>
  );
}

/** `25 min`, `2 hr` or `3 days`, rounded down, with at least one minute. */
function lengthOf(ms: number, tag: string): string {
  const format = (unit: Unit, value: number) => numberFormat(tag, { style: 'unit', unit }).format(Math.floor(value));
  if (ms < hour) return format('minute', Math.max(1, ms / minute));
  return ms < 48 * hour ? format('hour', ms / hour) : format('day', ms / (24 * hour));
}

type Unit = 'minute' | 'hour' | 'day';

const Mark = chakra('span', {
  base: {
    flexShrink: 0,
    whiteSpace: 'nowrap',
    textStyle: 'xs',
    color: 'fg.muted',
    '&[data-state=soon]': { color: 'fg.warning' },
    '&[data-state=late]': { color: 'fg.error', fontWeight: 'medium' },
  },
});

const Dot = chakra('span', {
  base: {
    display: 'inline-block',
    boxSize: '2',
    borderRadius: 'full',
    bg: 'attention.fg',
    '&[data-state=late]': { bg: 'fg.error' },
  },
});
