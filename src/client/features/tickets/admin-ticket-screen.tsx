import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { endedStatuses } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { useReadMark } from '../../sync/use-read-mark.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { useAfterPaint } from '../../ui/use-after-paint.ts';
import { threePanes, twoPanes, useMedia } from '../../ui/use-media.ts';
import { useOpenInQueue, useQueue, type Queue } from './admin-queue.ts';
import { AdminReply } from './admin-reply.tsx';
import { AdminTicketFacts } from './admin-ticket-facts.tsx';
import { UndoMerge } from './admin-merge.tsx';
import { AdminTicketHeader } from './admin-ticket-header.tsx';
import { TicketOthers } from './admin-ticket-others.tsx';
import { TicketKeysDialog, useTicketKeys } from './admin-ticket-keys.tsx';
import { Conversation } from './conversation.tsx';
import { QueuePane } from './queue-pane.tsx';
import { MergedNotice } from './merged-notice.tsx';
import { startWriting } from './note-switch.tsx';
import { TicketPage } from './reply-form.tsx';
import { TicketGate } from './ticket-gate.tsx';
import { TicketDetails } from './ticket-details.tsx';
import { useTicketName } from './ticket-name.tsx';
import { UnsentTicket } from './unsent-ticket.tsx';
import { useReadAhead, type OpenedTicket } from './ticket-reads.ts';
import { useSwipe } from './use-swipe.ts';
import { useTicketChange } from './use-ticket-actions.ts';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';

/** A ticket for admins: conversation, reply form and status, beside what this device knows about the customer. */
export function AdminTicketScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const hasQueue = useMedia(twoPanes);
  return (
    <Panes data-queue={hasQueue}>
      {hasQueue ? <QueuePane ticketRef={id} /> : null}
      <Box minW="0">
        <TicketGate id={id} listPath="/admin/tickets" isForSupport>
          {(opened) => <AdminTicket opened={opened} />}
        </TicketGate>
      </Box>
    </Panes>
  );
}

/** The queue is as high as the page, so that it stays in view; the margin is that of `TicketPage`. */
const Panes = chakra('div', {
  base: {
    '&[data-queue=true]': {
      mb: '-20',
      display: 'grid',
      gridTemplateColumns: '22.25rem minmax(0, 1fr)',
      columnGap: '6',
    },
  },
});

/** The frame stays from ticket to ticket; parts with a state of their own have the ticket as their key. */
function AdminTicket({ opened }: { opened: OpenedTicket }) {
  const { ticket, lane, responses } = opened;
  const { online, lastSyncAt } = useSyncStatus();
  const dates = useDates();
  const name = useTicketName()(ticket);
  const queue = useQueue(ticket.id);
  const [areKeysShown, setKeysShown] = useState(false);
  const hasQueue = useMedia(twoPanes);
  const hasDetails = useHasDetails();
  useReadAhead(queue.nearby);
  useReadMark('ticket_id', ticket.id);
  useKeys(ticket, queue, () => setKeysShown(true));
  const open = useOpenInQueue();
  const swipe = useSwipe(
    () => queue.next && open(queue.next, queue.search),
    () => queue.previous && open(queue.previous, queue.search),
  );
  return (
    <TicketPage mb={hasQueue ? { base: '0', md: '0' } : undefined}>
      <AdminTicketHeader
        name={name}
        subject={ticket.subject}
        queue={queue}
        hasCrumbs={!hasQueue}
        onHelp={() => setKeysShown(true)}
      >
        <TicketOthers ticketId={ticket.id} />
      </AdminTicketHeader>
      <AdminTicketFacts
        key={`facts ${ticket.id}`}
        ticket={ticket}
        merged={opened.merged}
        replies={responses.length}
        hasDetails={hasDetails}
        isCompact={hasQueue}
      />
      <Columns data-details={hasDetails}>
        <Stack minW="0">
          <Box flex="1" {...swipe}>
            <UnsentTicket key={`unsent ${ticket.id}`} lane={lane} />
            <Conversation
              key={ticket.id}
              {...opened}
              viewer="admin"
              time={(at) => <bdi title={dates.full(at)}>{dates.time(at)}</bdi>}
            />
            <AgeNote at={lastSyncAt} online={online} />
          </Box>
          {ticket.merged_into_id ? (
            <MergedNotice id={ticket.merged_into_id} area="admin" action={<UndoMerge ticket={ticket} />} />
          ) : (
            <AdminReply key={ticket.id} ticket={ticket} queue={queue} responses={responses} />
          )}
        </Stack>
        {hasDetails ? <Details opened={opened} /> : null}
      </Columns>
      {areKeysShown ? <TicketKeysDialog onClose={() => setKeysShown(false)} /> : null}
    </TicketPage>
  );
}

/** The details beside the conversation, which is painted before them. */
function Details({ opened }: { opened: OpenedTicket }) {
  const later = useAfterPaint(opened);
  return (
    <Beside>
      {later ? <TicketDetails key={later.ticket.id} ticket={later.ticket} replies={later.responses.length} /> : null}
    </Beside>
  );
}

/** Without a queue, the details are beside the conversation. */
function useHasDetails(): boolean {
  const [isMedium, hasQueue, isWide] = [useMedia('(min-width: 64em)'), useMedia(twoPanes), useMedia(threePanes)];
  return isWide || (isMedium && !hasQueue);
}

const Columns = chakra('div', {
  base: {
    flex: '1',
    display: 'grid',
    columnGap: '6',
    gridTemplateColumns: 'minmax(0, 1fr)',
    '&[data-details=true]': { gridTemplateColumns: 'minmax(0, 1fr) 19rem' },
  },
});

/** It stays in view under the header of the ticket, and scrolls by itself. */
const Beside = chakra('div', {
  base: {
    position: 'sticky',
    top: '6.5rem',
    alignSelf: 'start',
    maxH: 'calc(100dvh - 7rem)',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    scrollbarWidth: 'thin',
    contain: 'content',
  },
});

function useKeys(ticket: TicketRow, queue: Queue, help: () => void): void {
  const open = useOpenInQueue();
  const changeTicket = useTicketChange();
  useTicketKeys({
    next: () => queue.next && open(queue.next, queue.search),
    previous: () => queue.previous && open(queue.previous, queue.search),
    reply: () => startWriting('reply'),
    note: () => startWriting('note'),
    resolve: () => {
      if (!endedStatuses.includes(ticket.status)) void changeTicket(ticket, { kind: 'ticket.status', to: 'resolved' });
    },
    takeOver: () => void changeTicket(ticket, { kind: 'ticket.assign', to: currentDatabase().userId }),
    attach: () => document.querySelector<HTMLElement>('[data-composer] [type=file]')?.click(),
    help,
  });
}
