import { Plural, Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LeaveOutFile } from '../../forms/leave-out-file.tsx';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { dependentsOf, discard, parkedReason, resolveConflict, retry } from '../../sync/outbox.ts';
import { holdsLane } from '../../sync/pick.ts';
import { useNamesIn } from '../../sync/use-live-query.ts';
import { useActionWords, useReasonText } from '../../text/action-words.ts';
import { useConflictWords } from '../../text/conflict-words.ts';
import { useDates } from '../../text/dates.ts';
import { ConflictChoice } from '../../ui/conflict-choice.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DiscardDialog } from '../../ui/discard-dialog.tsx';
import { ParkedNotice } from '../../ui/parked-notice.tsx';
import { ItemStateMark } from './item-state.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  item: OutboxItem;
  /** All items of the same lane, oldest first. */
  lane: readonly OutboxItem[];
  /** The path of its record's page; null when the record has no page. */
  path: string | null;
}

/** A pending action with its text, time and state, and buttons to edit, retry or discard it. */
export function OutboxEntry({ item, lane, path }: Props) {
  const dates = useDates();
  const describe = useActionWords(useNamesIn(item));
  const { title, text } = describe(item);
  return (
    <Box display="flex" flexDirection="column" gap="2">
      <Box display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" rowGap="1">
        <chakra.h3 flex="1 1 12rem" minW="0" textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
          <bdi>{title}</bdi>
        </chakra.h3>
        <chakra.span className="numbers" textStyle="xs" color="fg.muted">
          {dates.full(item.createdAt)}
        </chakra.span>
      </Box>
      {text ? (
        <chakra.p dir="auto" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere" lineClamp={3}>
          {text}
        </chakra.p>
      ) : null}
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3" textStyle="xs" color="fg.muted">
        <ItemStateMark item={item} isHeld={lane.some((other) => other.seq < item.seq && holdsLane(other))} />
        {item.attempts > 0 ? (
          <span className="numbers">
            <Plural value={item.attempts} one="tried # time" other="tried # times" />
          </span>
        ) : null}
      </Box>
      <Choices item={item} lane={lane} path={path} />
    </Box>
  );
}

function Choices({ item, lane, path }: Props) {
  const navigate = useNavigate();
  const nameOf = useNamesIn(item);
  const describe = useActionWords(nameOf);
  const conflict = useConflictWords(nameOf)(item);
  const reasonsOf = useReasonText();
  const db = currentDatabase();
  const { title, text } = describe(item);
  const dependents = dependentsOf(item, lane);
  const choices = {
    summary: text ?? title,
    text,
    dependents: dependents.map((other) => describe(other).text ?? describe(other).title),
    onEdit: text && path ? () => void navigate({ to: path, search: { edit: item.id } as never }) : undefined,
    onDiscard: () =>
      discard(
        db,
        item.id,
        dependents.map(({ id }) => id),
      ),
  };
  if (isPendingItem(item)) return <WaitingChoices {...choices} item={item} />;
  if (item.state === 'conflict' && conflict)
    return (
      <ConflictChoice {...conflict} mineAt={item.createdAt} onChoose={(whose) => resolveConflict(db, item.id, whose)} />
    );
  return <ParkedNotice {...choices} reasons={reasonsOf(parkedReason(item))} onRetry={() => retry(db, item.id)} />;
}

interface WaitingProps extends Pick<Props, 'item'> {
  summary: string;
  text: string | null;
  dependents: readonly string[];
  onEdit: (() => void) | undefined;
  onDiscard: () => Promise<'discarded' | 'applied' | 'unknown'>;
}

function WaitingChoices({ item, summary, text, dependents, onEdit, onDiscard }: WaitingProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Box display="flex" flexWrap="wrap" gap="2">
      {onEdit ? (
        <Button size="sm" variant="outline" onClick={onEdit}>
          <Pencil aria-hidden="true" />
          <Trans>Edit</Trans>
        </Button>
      ) : null}
      <LeaveOutFile item={item} />
      {text ? <CopyButton text={text} /> : null}
      <Button size="sm" variant="ghost" color="fg.error" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        <Trans>Discard</Trans>
      </Button>
      {isAsking ? <DiscardDialog {...{ summary, dependents, onDiscard }} onClose={() => setAsking(false)} /> : null}
    </Box>
  );
}
