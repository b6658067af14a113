import { useLingui } from '@lingui/react/macro';
import type { TicketSide } from '../../../contract/ticket-rules.ts';
import type { TicketPriority, TicketRow, TicketType } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import type { OutcomeHandlers } from '../../forms/report-outcome.ts';
import { usePerform, type SentForm } from '../../forms/use-perform.ts';
import { useSetField } from '../../forms/use-set-field.ts';
import type { TicketChange } from './ticket-change.ts';

export type NewTicket = {
  subject: string;
  type: TicketType;
  content: string;
  priority: TicketPriority;
  order_id: number | null;
};

interface TicketForm extends SentForm {
  ticket: NewTicket;
}

interface NewReply extends SentForm {
  ticketId: string;
  content: string;
  role: TicketSide;
  /** Adds an internal note instead of a reply. */
  isNote?: boolean;
  /** The message of a following change says that the reply was sent. */
  isReportedLater?: boolean;
}

/**
 * Returns the actions that create tickets and responses and show their outcome (S8-14 … S8-17). They work offline; null
 * means that nothing was stored, because the device is full or its storage failed.
 */
export function useTicketActions() {
  const { t } = useLingui();
  const act = usePerform();
  return {
    /** Opens a ticket and returns its id, under which it is on this device at once. */
    async open({ ticket, deleteDrafts, files = [] }: TicketForm): Promise<string | null> {
      const id = uuidv7();
      const itemId = await act(
        'ticket.open',
        { id, ...ticket, file_ids: files.map((file) => file.id) },
        {
          deleteDrafts,
          files,
          done: t`Ticket created`,
          refused: t`The ticket could not be created.`,
          isAccepted: async ({ tickets }) => ((await tickets.get(id))?.number ?? null) !== null,
        },
      );
      return itemId && id;
    },

    /** Adds a response and returns the id of its outbox item. */
    async reply({
      ticketId,
      content,
      role,
      isNote = false,
      isReportedLater = false,
      deleteDrafts,
      files = [],
    }: NewReply): Promise<string | null> {
      const id = uuidv7();
      const words = isNote
        ? { done: t`Note added`, refused: t`The note could not be added.` }
        : role === 'admin'
          ? { done: t`Reply sent`, refused: t`The reply could not be sent.` }
          : { done: t`Reply added`, refused: t`The reply could not be added.` };
      const isAccepted: OutcomeHandlers['isAccepted'] = async ({ responses }) =>
        ((await responses.get(id))?.rev ?? 0) > 0;
      const args = { id, ticket_id: ticketId, content, file_ids: files.map((file) => file.id) };
      return act(isNote ? 'ticket.note' : 'ticket.reply', args, {
        ...words,
        ...(isReportedLater && { done: null }),
        deleteDrafts,
        files,
        isAccepted,
      });
    },
  };
}

/**
 * Returns a function that sets the status, priority, assignee or snooze of a ticket, also offline, and offers to undo it
 * (S4-07). `replyItem` is the outbox item of a reply that is reported together with the status.
 */
export function useTicketChange(): (ticket: TicketRow, change: TicketChange, replyItem?: string) => Promise<void> {
  const { t } = useLingui();
  const db = currentDatabase();
  const set = useSetField();
  const words = {
    'ticket.status': { done: t`Status updated`, refused: t`The status could not be updated.` },
    'ticket.priority': { done: t`Priority updated`, refused: t`The priority could not be updated.` },
    'ticket.assign': { done: t`Assignee updated`, refused: t`The assignee could not be updated.` },
    'ticket.snooze': { done: t`Snooze updated`, refused: t`The snooze could not be updated.` },
  };
  return (ticket, { kind, to }, replyItem) => {
    const { done, refused } = words[kind];
    const doneWithReply = async () =>
      (await db.outbox.get({ id: replyItem })) ? done : t`Reply sent, ticket resolved`;
    return set(ticket, kind, to, { done: replyItem === undefined ? done : doneWithReply, refused });
  };
}
