import { useNavigate } from '@tanstack/react-router';
import { sideOf } from '../../../contract/ticket-rules.ts';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { dependentsOf, discard, parkedReason, resolveConflict, retry } from '../../sync/outbox.ts';
import { useNamesIn } from '../../sync/use-live-query.ts';
import { useActionWords, useReasonText } from '../../text/action-words.ts';
import { useConflictWords } from '../../text/conflict-words.ts';
import { ConflictChoice } from '../../ui/conflict-choice.tsx';
import { ParkedNotice } from '../../ui/parked-notice.tsx';

interface Props {
  item: OutboxItem;
  lane: readonly OutboxItem[];
  onEdit?: (() => void) | undefined;
}

/** A parked change, shown on its ticket: a conflict to decide, or a refusal with its reason. */
export function ParkedItem({ item, lane, onEdit }: Props) {
  const nameOf = useNamesIn(item);
  const describe = useActionWords(nameOf);
  const reasonsOf = useReasonText();
  const leaveAfter = useLeaveUnsent(item);
  const db = currentDatabase();
  const conflict = useConflictWords(nameOf)(item);
  if (item.state === 'conflict' && conflict)
    return (
      <ConflictChoice {...conflict} mineAt={item.createdAt} onChoose={(whose) => resolveConflict(db, item.id, whose)} />
    );
  const { title, text } = describe(item);
  const dependents = dependentsOf(item, lane);
  return (
    <ParkedNotice
      summary={text ?? title}
      text={text}
      reasons={reasonsOf(parkedReason(item))}
      dependents={dependents.map((other) => describe(other).text ?? describe(other).title)}
      onEdit={onEdit}
      onRetry={() => retry(db, item.id)}
      onDiscard={() =>
        leaveAfter(
          discard(
            db,
            item.id,
            dependents.map(({ id }) => id),
          ),
        )
      }
    />
  );
}

/** Returns a function that opens the list when a new ticket has been discarded, because its page is then empty. */
export function useLeaveUnsent(item: OutboxItem) {
  const navigate = useNavigate();
  return async <Outcome extends string>(discarding: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await discarding;
    if (outcome === 'discarded' && item.kind === 'ticket.open')
      void navigate({ to: `/${sideOf(item.by.role)}/tickets` });
    return outcome;
  };
}
