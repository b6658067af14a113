import { Plural } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { LeaveOutFile } from '../../forms/leave-out-file.tsx';
import { ItemButtons, ParkedItem } from '../../forms/parked-item.tsx';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { holdsLane } from '../../sync/pick.ts';
import { useNamesIn } from '../../sync/use-live-query.ts';
import { useActionWords } from '../../text/action-words.ts';
import { useDates } from '../../text/dates.ts';
import { ItemStateMark } from './item-state.tsx';
import { chakra, Muted, MutedSpan, Stack, Wrap } from '../../ui/theme/styled.tsx';

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
    <Stack gap="2">
      <Wrap alignItems="baseline" columnGap="3" rowGap="1">
        <chakra.h3 flex="1 1 12rem" minW="0" textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
          <bdi>{title}</bdi>
        </chakra.h3>
        <MutedSpan className="numbers" textStyle="xs">
          {dates.full(item.createdAt)}
        </MutedSpan>
      </Wrap>
      {text ? (
        <Muted dir="auto" whiteSpace="pre-line" overflowWrap="anywhere" lineClamp={3}>
          {text}
        </Muted>
      ) : null}
      <Wrap alignItems="center" columnGap="3" textStyle="xs" color="fg.muted">
        <ItemStateMark item={item} isHeld={lane.some((other) => other.seq < item.seq && holdsLane(other))} />
        {item.attempts > 0 ? (
          <span className="numbers">
            <Plural value={item.attempts} one="tried # time" other="tried # times" />
          </span>
        ) : null}
      </Wrap>
      <Choices item={item} lane={lane} path={path} />
    </Stack>
  );
}

function Choices({ item, lane, path }: Props) {
  const navigate = useNavigate();
  const { text } = useActionWords(useNamesIn(item))(item);
  const isEditable = Boolean(text) || item.kind === 'topup.open';
  const onEdit = isEditable && path ? () => void navigate({ to: path, search: { edit: item.id } as never }) : undefined;
  if (!isPendingItem(item)) return <ParkedItem {...{ item, lane, onEdit }} />;
  return (
    <Wrap gap="2">
      <LeaveOutFile item={item} />
      <ItemButtons {...{ item, lane, onEdit }} />
    </Wrap>
  );
}
