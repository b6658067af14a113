import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { turnOf, waitingSince } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { useDates } from '../../text/dates.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { FreeText, oneLine } from '../../ui/free-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DueMark } from './admin-due-mark.tsx';
import type { QueueSearch } from './admin-queue.ts';
import { beginningOf } from './clipped-text.tsx';
import { StatusMenu } from './status-menu.tsx';
import { useTicketName } from './ticket-name.tsx';
import { useTicketChange } from './use-ticket-actions.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** A ticket's status as a choice. */
export function StatusCell({ ticket }: { ticket: TicketRow }) {
  const name = useTicketName();
  const changeTicket = useTicketChange();
  const change = (to: TicketRow['status']) => void changeTicket(ticket, { kind: 'ticket.status', to });
  return <StatusMenu status={ticket.status} ticketName={name(ticket)} onChange={change} />;
}

/** A link to the ticket, for a new tab too. Hidden on phones, where a tap on the card opens the ticket. */
export function ViewLink({ ticket, queue }: { ticket: TicketRow; queue: QueueSearch }) {
  const { t } = useLingui();
  const name = useTicketName()(ticket);
  return (
    <ButtonLink
      to={`/admin/tickets/${ticket.id}`}
      search={queue as never}
      size="xs"
      variant="ghost"
      px="0"
      color="fg.muted"
      hideBelow="sm"
      aria-label={t`View ${name}`}
      title={t`View ${name}`}
    >
      <ChevronRight size={16} data-mirror="" aria-hidden="true" />
    </ButtonLink>
  );
}

/** A second, smaller line of a cell, in tables only. */
export const SecondLine = chakra('div', {
  base: {
    display: 'flex',
    textStyle: 'xs',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    smDown: { display: 'none' },
    _empty: { display: 'none' },
  },
});

/** The beginning of a ticket's text. */
export function Preview({ content }: { content: string }) {
  return (
    <FreeText css={oneLine} textStyle="xs" fontWeight="normal" color="fg.muted">
      {beginningOf(content)}
    </FreeText>
  );
}

/** The customer's name and e-mail. */
export function CustomerCell({ ticket: { user_name: name, user_email: email } }: { ticket: TicketRow }) {
  return (
    <Box minW="0" overflowWrap="anywhere">
      <FreeText smDown={{ truncate: true }} sm={oneLine}>
        {name}
      </FreeText>
      <FreeText textStyle="xs" color="fg.muted" css={oneLine} smDown={{ display: 'none' }}>
        {email}
      </FreeText>
    </Box>
  );
}

/** Since when an open ticket has waited for an answer, and until when support should answer; an ended one has waited for none. */
export function WaitingCell({ ticket }: { ticket: TicketRow }) {
  const turn = turnOf(ticket);
  const color = turn === 'us' ? 'attention.fg' : 'fg.muted';
  return (
    <>
      {turn ? (
        <chakra.span whiteSpace="nowrap">
          <RelativeTime at={waitingSince(ticket)} color={color} fontWeight={turn === 'us' ? 'medium' : 'normal'} />{' '}
          <DueMark ticket={ticket} isDot />
        </chakra.span>
      ) : (
        <chakra.span color="fg.subtle" smDown={{ display: 'none' }} aria-hidden="true">
          –
        </chakra.span>
      )}
      {turn ? null : <RelativeTime at={ticket.created_at} hideFrom="sm" />}
    </>
  );
}

/** When the ticket was opened, as a second line. */
export function CreatedLine({ at }: { at: string }) {
  const dates = useDates();
  const day = dates.short(at);
  return (
    <SecondLine title={dates.full(at)}>
      <Trans>Opened {day}</Trans>
    </SecondLine>
  );
}

/** The side that wrote the last message. */
export function LastAuthor({ ticket: { last_response_by: by } }: { ticket: TicketRow }) {
  return (
    <chakra.span color={by === 'admin' ? 'fg.muted' : 'fg'} whiteSpace="nowrap">
      {by === 'admin' ? <Trans>Admin</Trans> : <Trans context="role">Customer</Trans>}
    </chakra.span>
  );
}
