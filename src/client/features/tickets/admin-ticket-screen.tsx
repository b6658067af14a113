import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { endedStatuses, statusAfterReply } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { Conversation } from './conversation.tsx';
import { CustomerCard } from './customer-card.tsx';
import { OrderLink } from './order-link.tsx';
import { ReplyForm } from './reply-form.tsx';
import { StatusMenu } from './status-menu.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketGate } from './ticket-gate.tsx';
import { useTicketName } from './ticket-name.tsx';
import { TicketTypeMark } from './ticket-type.tsx';
import { UnsentElsewhere } from './unsent-elsewhere.tsx';
import { UnsentTicket } from './unsent-ticket.tsx';
import type { OpenedTicket } from './use-ticket.ts';
import { useAdmins } from './use-choices.ts';
import { useTicketChange } from './use-ticket-actions.ts';
import { AssigneeMenu, PriorityMenu } from './work-menus.tsx';

const listPath = '/admin/tickets';

/** A ticket for admins: conversation, reply form and status, beside what this device knows about the customer. */
export function AdminTicketScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <TicketGate key={id} id={id} listPath={listPath}>
      {(opened) => <AdminTicket {...opened} />}
    </TicketGate>
  );
}

function AdminTicket(opened: OpenedTicket) {
  const { t } = useLingui();
  const { ticket, lane } = opened;
  const { online, lastSyncAt } = useSyncStatus();
  const changeTicket = useTicketChange();
  const name = useTicketName()(ticket);
  const isEnded = endedStatuses.includes(ticket.status);
  const afterReply: TicketRow = { ...ticket, status: statusAfterReply(ticket.status, 'admin') };
  const resolve = () => void changeTicket(afterReply, { kind: 'ticket.status', to: 'resolved' });
  return (
    <>
      <PageHeader
        title={ticket.subject}
        breadcrumb={[
          { label: t`Dashboard`, to: '/dashboard' },
          { label: t`Tickets`, to: listPath },
        ]}
        heading={
          <>
            <IdBadge name={name} />
            <FreeText>{ticket.subject}</FreeText>
          </>
        }
        actions={
          <StatusMenu
            status={ticket.status}
            ticketName={name}
            onChange={(to) => void changeTicket(ticket, { kind: 'ticket.status', to })}
          />
        }
      />
      <Box
        display="grid"
        gap="6"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 19rem' }}
        alignItems="start"
      >
        <Box minW="0">
          <UnsentTicket lane={lane} />
          <UnsentElsewhere ticketId={ticket.id} />
          <Facts ticket={ticket} />
          <Conversation {...opened} viewer="admin" time={(at) => <MessageTime at={at} />} />
          <Panel mt="6">
            <ReplyForm
              ticketId={ticket.id}
              authorRole="admin"
              {...(isEnded ? {} : { secondButton: { label: <Trans>Reply and set resolved</Trans>, onSent: resolve } })}
            />
          </Panel>
        </Box>
        <CustomerCard ticket={ticket} />
      </Box>
      <AgeNote at={lastSyncAt} online={online} />
    </>
  );
}

function Facts({ ticket }: { ticket: TicketRow }) {
  const { t } = useLingui();
  const changeTicket = useTicketChange();
  const db = currentDatabase();
  const admins = useAdmins();
  const name = useTicketName()(ticket);
  const priority = (
    <PriorityMenu
      priority={ticket.priority}
      ticketName={name}
      onChange={(to) => void changeTicket(ticket, { kind: 'ticket.priority', to })}
    />
  );
  const assignee = (
    <AssigneeMenu
      assignee={ticket.assignee_id ?? null}
      ticketName={name}
      admins={admins}
      me={db.userId}
      onChange={(to) => void changeTicket(ticket, { kind: 'ticket.assign', to })}
    />
  );
  return (
    <Panel mb="6">
      <TicketFacts
        facts={[
          { name: t`Type`, value: <TicketTypeMark type={ticket.type} /> },
          { name: t`Priority`, value: priority },
          { name: t`Assignee`, value: assignee },
          ...(ticket.order_id === null
            ? []
            : [{ name: t`Order`, value: <OrderLink id={ticket.order_id} area="admin" /> }]),
          { name: t`Created`, value: <Moment at={ticket.created_at} /> },
          { name: t`Updated`, value: <Moment at={ticket.updated_at} /> },
        ]}
      />
    </Panel>
  );
}

function IdBadge({ name }: { name: string }) {
  return (
    <chakra.bdi
      className="numbers"
      px="2"
      py="0.5"
      borderWidth="1px"
      borderRadius="md"
      bg="bg.panel"
      textStyle="sm"
      fontWeight="medium"
      color="fg.muted"
      letterSpacing="normal"
    >
      {name}
    </chakra.bdi>
  );
}

/** The full date; on phones the relative time, so that author and time fit on one line. */
function MessageTime({ at }: { at: string }) {
  const dates = useDates();
  return (
    <>
      <chakra.bdi hideBelow="sm">{dates.full(at)}</chakra.bdi>
      <RelativeTime at={at} hideFrom="sm" />
    </>
  );
}

function Moment({ at }: { at: string }) {
  const dates = useDates();
  return (
    <>
      <chakra.span className="numbers" display="block" whiteSpace={{ sm: 'nowrap' }}>
        {dates.full(at)}
      </chakra.span>
      <RelativeTime at={at} ago textStyle="xs" color="fg.muted" />
    </>
  );
}
