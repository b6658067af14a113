import { chakra } from '@chakra-ui/react/styled-system';
import { Plural } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useNamesIn } from '../../sync/use-names-in.ts';
import { useActionWords } from '../../text/action-words.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FoldedItem, FoldedList } from './folded-list.tsx';
import { pathOf } from './paths.ts';
import { readSentLately, type SentLine } from './queries.ts';

/** What the server has accepted from this device lately, newest first, folded away (OF-11). */
export function SentLately() {
  const db = currentDatabase();
  const lines = useLiveQuery(() => readSentLately(db), [db]) ?? [];
  if (lines.length === 0) return null;
  return (
    <FoldedList title={<Plural value={lines.length} one="Sent lately: # change" other="Sent lately: # changes" />}>
      {lines.map((line) => (
        <SentChange key={line.item.id} line={line} />
      ))}
    </FoldedList>
  );
}

function SentChange({ line: { item, ticket } }: { line: SentLine }) {
  const say = useActionWords(useNamesIn(item));
  // The text itself is in the cache, or on the server alone.
  const { title } = say({ ...item, args: { subject: ticket?.subject ?? '', ...item.args } });
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
            <AppLink to={pathOf(item.role, ticket.id)}>
              <bdi>{ticket.subject}</bdi>
            </AppLink>
          </>
        ) : null}
      </chakra.span>
      <RelativeTime at={item.at} textStyle="xs" color="fg.muted" whiteSpace="nowrap" />
    </FoldedItem>
  );
}
