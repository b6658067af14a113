import { Plural } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useNamesIn } from '../../sync/use-live-query.ts';
import { useActionWords } from '../../text/action-words.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FoldedItem, FoldedList } from './folded-list.tsx';
import { ticketPathOf, type SentLine } from './queries.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/** A collapsed list of the actions that the server has recently accepted from this device, newest first (OF-11). */
export function SentLately({ lines }: { lines: readonly SentLine[] }) {
  if (lines.length === 0) return null;
  return (
    <FoldedList title={<Plural value={lines.length} one="Sent lately: # change" other="Sent lately: # changes" />}>
      {lines.map((line) => (
        <SentChange key={line.item.id} line={line} />
      ))}
    </FoldedList>
  );
}

function SentChange({ line: { item, ticket, title: record } }: { line: SentLine }) {
  const describe = useActionWords(useNamesIn(item));
  // Accepted items are stored without the user's text, so the ticket's subject names them.
  const { title } = describe({ ...item, args: { subject: ticket?.subject ?? '', ...item.args } });
  return (
    <FoldedItem alignItems="baseline" gap="2.5">
      <chakra.span color="fg.success" alignSelf="center" flexShrink="0" aria-hidden="true">
        <Check size={14} />
      </chakra.span>
      <chakra.span flex="1" minW="0" overflowWrap="anywhere">
        <bdi>{title}</bdi>
        {ticket && item.kind !== 'ticket.open' ? (
          <>
            {' · '}
            <AppLink to={ticketPathOf(item.role, ticket.id)}>
              <bdi>{ticket.subject}</bdi>
            </AppLink>
          </>
        ) : null}
        {record === null ? null : (
          <>
            {' · '}
            <bdi>{record}</bdi>
          </>
        )}
      </chakra.span>
      <RelativeTime at={item.at} textStyle="xs" color="fg.muted" whiteSpace="nowrap" />
    </FoldedItem>
  );
}
