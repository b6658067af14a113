import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plural, Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { waits } from '../../sync/fold.ts';
import { discard, resolveConflict, retry } from '../../sync/outbox.ts';
import { holdsLane } from '../../sync/pick.ts';
import { useNamesIn } from '../../sync/use-names-in.ts';
import { useActionWords, useConflictWords, useReasonText } from '../../text/action-words.ts';
import { useDates } from '../../text/dates.ts';
import { ConflictChoice } from '../../ui/conflict-choice.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DiscardDialog } from '../../ui/discard-dialog.tsx';
import { ParkedNotice } from '../../ui/parked-notice.tsx';
import { ItemStateMark } from './item-state.tsx';

interface Props {
  item: OutboxItem;
  /** Everything in its lane, oldest first. */
  lane: readonly OutboxItem[];
  /** Where its record is shown. */
  path: string | null;
}

/** One waiting action: what it does, since when, where it stands, and what can be done about it. */
export function OutboxEntry({ item, lane, path }: Props) {
  const dates = useDates();
  const say = useActionWords(useNamesIn(item));
  const { title, text } = say(item);
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
  const say = useActionWords(nameOf);
  const conflict = useConflictWords(nameOf)(item);
  const why = useReasonText();
  const db = currentDatabase();
  const { title, text } = say(item);
  const also = item.kind === 'ticket.open' ? lane.filter(({ seq }) => seq > item.seq) : [];
  const choices = {
    what: text ?? title,
    text,
    dependents: also.map((other) => say(other).text ?? say(other).title),
    onEdit: text && path ? () => void navigate({ to: path, search: { edit: item.id } as never }) : undefined,
    onDiscard: () =>
      discard(
        db,
        item.id,
        also.map(({ id }) => id),
      ),
  };
  if (waits(item)) return <WaitingChoices {...choices} />;
  if (item.state === 'conflict' && conflict)
    return (
      <ConflictChoice {...conflict} mineAt={item.createdAt} onChoose={(whose) => resolveConflict(db, item.id, whose)} />
    );
  return (
    <ParkedNotice
      {...choices}
      reasons={why(item.error ?? { status: 0, code: '' })}
      onRetry={() => retry(db, item.id)}
    />
  );
}

interface WaitingProps {
  what: string;
  text: string | null;
  dependents: readonly string[];
  onEdit: (() => void) | undefined;
  onDiscard: () => Promise<'discarded' | 'applied' | 'unknown'>;
}

function WaitingChoices({ what, text, dependents, onEdit, onDiscard }: WaitingProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Box display="flex" flexWrap="wrap" gap="2">
      {onEdit ? (
        <Button size="sm" variant="outline" onClick={onEdit}>
          <Pencil aria-hidden="true" />
          <Trans>Edit</Trans>
        </Button>
      ) : null}
      {text ? <CopyButton text={text} /> : null}
      <Button size="sm" variant="ghost" color="fg.error" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        <Trans>Discard</Trans>
      </Button>
      {isAsking ? <DiscardDialog {...{ what, dependents, onDiscard }} onClose={() => setAsking(false)} /> : null}
    </Box>
  );
}
