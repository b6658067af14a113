import { useNavigate } from '@tanstack/react-router';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { discard, resolveConflict, retry } from '../../sync/outbox.ts';
import { useNamesIn } from '../../sync/use-names-in.ts';
import { useActionWords, useConflictWords, useReasonText } from '../../text/action-words.ts';
import { ConflictChoice } from '../../ui/conflict-choice.tsx';
import { ParkedNotice } from '../../ui/parked-notice.tsx';
import { dependentsOf } from './lane.ts';

interface Props {
  item: OutboxItem;
  lane: readonly OutboxItem[];
  onEdit?: (() => void) | undefined;
}

/** What the server did not take, in its place on the ticket: a conflict to decide, or a refusal with its reason. */
export function ParkedItem({ item, lane, onEdit }: Props) {
  const nameOf = useNamesIn(item);
  const say = useActionWords(nameOf);
  const why = useReasonText();
  const leave = useLeaveUnsent(item);
  const db = currentDatabase();
  const conflict = useConflictWords(nameOf)(item);
  if (item.state === 'conflict' && conflict)
    return (
      <ConflictChoice {...conflict} mineAt={item.createdAt} onChoose={(whose) => resolveConflict(db, item.id, whose)} />
    );
  const { title, text } = say(item);
  const also = dependentsOf(item, lane);
  return (
    <ParkedNotice
      what={text ?? title}
      text={text}
      reasons={why(item.error ?? { status: 0, code: '' })}
      dependents={also.map((other) => say(other).text ?? say(other).title)}
      onEdit={onEdit}
      onRetry={() => retry(db, item.id)}
      onDiscard={() =>
        leave(
          discard(
            db,
            item.id,
            also.map(({ id }) => id),
          ),
        )
      }
    />
  );
}

/** After a ticket that was never accepted is discarded there is nothing to look at any more. */
export function useLeaveUnsent(item: OutboxItem) {
  const navigate = useNavigate();
  return async <Outcome extends string>(discarding: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await discarding;
    if (outcome === 'discarded' && item.kind === 'ticket.open')
      void navigate({ to: item.by.role === 'admin' ? '/admin/tickets' : '/user/tickets' });
    return outcome;
  };
}
