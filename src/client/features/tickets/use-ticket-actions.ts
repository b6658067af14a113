import { useLingui } from '@lingui/react/macro';
import type { MutationArgs, MutationKind } from '../../../contract/mutations.ts';
import type { RoleName } from '../../../contract/people.ts';
import type { TicketRow, TicketStatus, TicketType } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { newId } from '../../local/ids.ts';
import { perform } from '../../sync/perform.ts';
import { NotSaved } from '../../sync/storage.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { toast } from '../../ui/toast.ts';
import { tellOutcome, type Told } from './tell-outcome.ts';

export type NewTicket = {
  subject: string;
  type: TicketType;
  content: string;
  order_id: number | null;
};

/**
 * What a person can do with tickets, with the messages of the specification (S8-14 … S8-17). All of it works
 * offline; null or false means that the device is full and nothing was stored.
 */
export function useTicketActions() {
  const { t } = useLingui();
  const act = useAct();
  return {
    /** Opens a ticket and gives its id, under which it exists at once. */
    async open(ticket: NewTicket): Promise<string | null> {
      const id = newId();
      const item = await act(
        'ticket.open',
        { id, ...ticket },
        {
          done: t`Ticket created`,
          refused: t`The ticket could not be created.`,
          isAccepted: async ({ tickets }) => ((await tickets.get(id))?.number ?? null) !== null,
        },
      );
      return item && id;
    },

    async reply(ticketId: string, content: string, role: RoleName): Promise<boolean> {
      const id = newId();
      const words =
        role === 'admin'
          ? { done: t`Reply sent`, refused: t`The reply could not be sent.` }
          : { done: t`Reply added`, refused: t`The reply could not be added.` };
      const isAccepted: Told['isAccepted'] = async ({ responses }) => ((await responses.get(id))?.rev ?? 0) > 0;
      return (await act('ticket.reply', { id, ticket_id: ticketId, content }, { ...words, isAccepted })) !== null;
    },

    /** Sets a status; choosing the current one does nothing (S4-07). */
    async setStatus({ id, status: from }: Pick<TicketRow, 'id' | 'status'>, to: TicketStatus): Promise<void> {
      if (to === from) return;
      await act(
        'ticket.status',
        { ticket_id: id, from, to },
        {
          done: t`Status updated`,
          refused: t`The status could not be updated.`,
          isAccepted: async ({ tickets }) => (await tickets.get(id))?.status === to,
        },
      );
    },
  };
}

interface Words {
  done: string;
  refused: string;
  isAccepted: Told['isAccepted'];
}

/** Does an action and says what became of it: at once when it has to wait, else when the server has decided. */
function useAct() {
  const { t } = useLingui();
  const db = currentDatabase();
  const online = useOnline();
  return async <Kind extends MutationKind>(
    kind: Kind,
    args: MutationArgs<Kind>,
    { done, refused, isAccepted }: Words,
  ): Promise<string | null> => {
    const item = await perform(db, kind, args).catch((thrown: unknown) => {
      if (thrown instanceof NotSaved) return null;
      throw thrown;
    });
    if (item === null) toast({ tone: 'error', title: t`Not saved: this device is full.` });
    else if (online)
      tellOutcome(db, item, {
        isAccepted,
        onAccepted: () => toast({ tone: 'success', title: done }),
        onParked: () => toast({ tone: 'error', title: refused }),
      });
    else toast({ tone: 'info', title: t`Saved on this device. It will be sent when you are connected.` });
    return item;
  };
}
