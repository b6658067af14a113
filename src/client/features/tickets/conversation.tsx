import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { TicketSide } from '../../../contract/ticket-rules.ts';
import type { ResponseRow, TicketRow } from '../../../contract/tickets.ts';
import { DiscardItemDialog, ParkedItem } from '../../forms/parked-item.tsx';
import { dayOf } from '../../local/days.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { useDates } from '../../text/dates.ts';
import { chakra, Muted, MutedSpan, Stack } from '../../ui/theme/styled.tsx';
import { EditItemDialog } from './edit-item-dialog.tsx';
import { Message } from './message.tsx';
import { openingOf, replyOf } from './queries.ts';
import { useTicketName } from './ticket-name.tsx';
import type { OpenedTicket } from './ticket-reads.ts';

interface Props extends OpenedTicket {
  viewer: TicketSide;
  /** Renders a time in the format of the screen (C-14). */
  time: (at: string) => ReactNode;
}

/** The ticket's text and its responses by day, oldest first; unaccepted ones are marked. `UnsentTicket` shows the state of the ticket itself. */
export function Conversation({ ticket, merged, responses, lane, mergedLanes, viewer, time }: Props) {
  const { t } = useLingui();
  const [editing, setEditing] = useState<OutboxItem | null>(null);
  const [discarding, setDiscarding] = useState<OutboxItem | null>(null);
  useStayAtEnd(responses.length);
  const pendingPropsOf = (item: OutboxItem | undefined) => ({
    item,
    parked:
      item && !isPendingItem(item) ? (
        <ParkedItem item={item} lane={[...lane, ...mergedLanes]} onEdit={() => setEditing(item)} />
      ) : null,
    ...(item && { onEdit: () => setEditing(item), onDiscard: () => setDiscarding(item) }),
  });
  const entries = entriesOf([ticket, ...merged], responses);
  const name = useTicketName();
  return (
    <Stack pb="4">
      {entries.map((entry, at) => (
        <Fragment key={entry.id}>
          {isSameDay(entries[at - 1], entry) ? null : <Day at={entry.created_at} />}
          {merged.length > 0 && entries[at - 1]?.ticket_id !== entry.ticket_id ? (
            <Source>{name([ticket, ...merged].find(({ id }) => id === entry.ticket_id) ?? ticket)}</Source>
          ) : null}
          <Message
            author={<Author viewer={viewer} type={entry.type} name={entry.author_name} />}
            authorName={entry.author_name}
            isOwn={entry.type === viewer}
            isNote={entry.is_internal}
            isContinued={isContinued(entries[at - 1], entry)}
            time={time(entry.created_at)}
            attachments={entry.attachments}
            {...(entry.id === ticket.id
              ? { item: openingOf(lane) }
              : pendingPropsOf(replyOf([...lane, ...mergedLanes], entry.id)))}
          >
            {entry.content}
          </Message>
        </Fragment>
      ))}
      {responses.every(({ is_internal: isNote }) => isNote) ? (
        <Muted mt="4">
          {viewer === 'user' ? t`Nobody has replied yet. You will see the reply here.` : t`Nobody has replied yet.`}
        </Muted>
      ) : null}
      {editing ? <EditItemDialog item={editing} onClose={() => setEditing(null)} /> : null}
      {discarding ? (
        <DiscardItemDialog item={discarding} lane={[...lane, ...mergedLanes]} onClose={() => setDiscarding(null)} />
      ) : null}
    </Stack>
  );
}

type Entry = Pick<
  ResponseRow,
  'id' | 'ticket_id' | 'type' | 'author_name' | 'content' | 'is_internal' | 'attachments' | 'created_at'
>;

/** The customer's question is the first message of each ticket; those of merged tickets are among the others by time. */
function entriesOf(tickets: readonly TicketRow[], responses: readonly ResponseRow[]): Entry[] {
  const questions = tickets.map((ticket): Entry => ({
    ...ticket,
    ticket_id: ticket.id,
    type: 'user',
    author_name: ticket.user_name,
  }));
  const entries = [...questions, ...responses];
  return tickets.length > 1 ? entries.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)) : entries;
}

const isSameDay = (before: Entry | undefined, entry: Entry): boolean =>
  before !== undefined && dayOf(before.created_at) === dayOf(entry.created_at);

const isContinued = (before: Entry | undefined, entry: Entry): boolean =>
  isSameDay(before, entry) &&
  before?.ticket_id === entry.ticket_id &&
  before?.type === entry.type &&
  before.author_name === entry.author_name &&
  Boolean(before.is_internal) === Boolean(entry.is_internal);

/** Stands before the messages of another ticket than those above. */
function Source({ children: name }: { children: string }) {
  return (
    <Muted
      display="flex"
      alignItems="center"
      gap="3"
      mt="4"
      textStyle="meta"
      css={{ '&::before, &::after': { content: '""', flex: '1', borderTopWidth: '1px' } }}
    >
      <span>
        <Trans>From {name}</Trans>
      </span>
    </Muted>
  );
}

function Day({ at }: { at: string }) {
  const dates = useDates();
  return (
    <chakra.p textStyle="meta" color="fg.subtle" textAlign="center" mt="4">
      {dates.long(at)}
    </chakra.p>
  );
}

/** The author of a message: customers read "Support" or "You" (S2O-06), admins a name and its role (S2N-03). */
function Author({ viewer, type, name }: { viewer: TicketSide; type: TicketSide; name: string }) {
  if (viewer === 'user' && type === 'user') return <Trans>You</Trans>;
  if (viewer === 'user') {
    return (
      <>
        <Trans>Support</Trans>{' '}
        {name === '' ? null : (
          <MutedSpan fontWeight="normal">
            · <bdi>{name}</bdi>
          </MutedSpan>
        )}
      </>
    );
  }
  return (
    <>
      <bdi>{name}</bdi>{' '}
      <MutedSpan ms="1" px="1.5" borderWidth="1px" borderRadius="sm" textStyle="2xs" fontWeight="medium">
        {type === 'admin' ? <Trans>Admin</Trans> : <Trans context="role">Customer</Trans>}
      </MutedSpan>
    </>
  );
}

/** Pixels from the end of the page that still count as its end. */
const nearEnd = 160;

/**
 * Shows the newest message when a conversation is opened, and a new one when the end of the page is in view; otherwise
 * the page stays where it is.
 */
function useStayAtEnd(messages: number): void {
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
