import { LeaveOutFile } from '../../forms/leave-out-file.tsx';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { dependentsOf, discard, parkedReason, resolveConflict, retry } from '../../sync/outbox.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useActionWords, useReasonText } from '../../text/action-words.ts';
import { useConflictWords } from '../../text/conflict-words.ts';
import { ConflictChoice } from '../../ui/conflict-choice.tsx';
import { ParkedNotice } from '../../ui/parked-notice.tsx';
import { PendingMark } from '../../ui/pending-mark.tsx';
import { readLane } from './queries.ts';
import { Box } from '../../ui/theme/styled.tsx';

/** The changes of an order that the server has not accepted: those that wait, and those that need the admin. */
export function OrderLane({ orderId }: { orderId: number }) {
  const lane = useLiveQuery(() => readLane(currentDatabase(), orderId), [orderId]) ?? [];
  if (lane.length === 0) return null;
  const held = lane.find((item) => item.upload && isPendingItem(item));
  return (
    <Box display="flex" flexDirection="column" gap="3" mb="5">
      {lane.some(isPendingItem) ? <PendingMark state={held ? 'upload' : 'waiting'} words /> : null}
      {held ? (
        <Box>
          <LeaveOutFile item={held} />
        </Box>
      ) : null}
      {lane
        .filter((item) => !isPendingItem(item))
        .map((item) => (
          <Parked key={item.id} item={item} lane={lane} />
        ))}
    </Box>
  );
}

/** A parked change: a conflict to decide, or a refusal with its reason. */
function Parked({ item, lane }: { item: OutboxItem; lane: readonly OutboxItem[] }) {
  const db = currentDatabase();
  const describe = useActionWords();
  const reasonsOf = useReasonText();
  const conflict = useConflictWords()(item);
  if (item.state === 'conflict' && conflict)
    return (
      <ConflictChoice {...conflict} mineAt={item.createdAt} onChoose={(whose) => resolveConflict(db, item.id, whose)} />
    );
  const { title, text } = describe(item);
  const dependents = dependentsOf(item, lane);
  return (
    <ParkedNotice
      summary={title}
      text={text}
      reasons={reasonsOf(parkedReason(item))}
      dependents={dependents.map((other) => describe(other).title)}
      onEdit={undefined}
      onRetry={() => retry(db, item.id)}
      onDiscard={() =>
        discard(
          db,
          item.id,
          dependents.map(({ id }) => id),
        )
      }
    />
  );
}
