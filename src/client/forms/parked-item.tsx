import { Plural, Trans } from '@lingui/react/macro';
import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { currentDatabase } from '../local/current.ts';
import type { OutboxItem } from '../local/stored.ts';
import { dependentsOf, discard, parkedReason, resolveConflict, retry } from '../sync/outbox.ts';
import { useNamesIn } from '../sync/use-live-query.ts';
import { useActionWords, useReasonText } from '../text/action-words.ts';
import { useConflictWords } from '../text/conflict-words.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ConflictChoice } from '../ui/conflict-choice.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Box, chakra, Wrap } from '../ui/theme/styled.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { useReportUnchanged } from './report-unchanged.ts';

interface Props {
  item: OutboxItem;
  /** All items of the same record, oldest first. */
  lane: readonly OutboxItem[];
  onEdit?: (() => void) | undefined;
  /** The words of the button for `onEdit`; "Edit" without them. */
  editLabel?: ReactNode;
  /** Called after the item was discarded. */
  onDiscarded?: () => void;
}

/** A parked change: a conflict to decide, or a refusal with its reasons and the user's choices. */
export function ParkedItem({ item, onEdit, ...others }: Props) {
  const conflict = useConflictWords(useNamesIn(item))(item);
  const reasonsOf = useReasonText();
  if (item.state === 'conflict' && conflict)
    return (
      <ConflictChoice
        {...conflict}
        mineAt={item.createdAt}
        onChoose={(whose) => resolveConflict(currentDatabase(), item.id, whose)}
      />
    );
  return (
    <Notice tone="error" title={<Trans>Not accepted</Trans>}>
      {reasonsOf(parkedReason(item)).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Wrap gap="2" mt="2">
        <RetryButton item={item} />
        <ItemButtons {...others} item={item} onEdit={onEdit} />
      </Wrap>
    </Notice>
  );
}

function RetryButton({ item }: Pick<Props, 'item'>) {
  const { busy, whileBusy } = useBusy();
  const reportUnchanged = useReportUnchanged();
  const again = async () => reportUnchanged(await retry(currentDatabase(), item.id));
  return (
    <Button variant="outline" size="sm" loading={busy} onClick={() => void whileBusy(again)}>
      <RotateCw aria-hidden="true" />
      <Trans>Try again</Trans>
    </Button>
  );
}

/** The buttons Edit, Copy and Discard of an item that the server has not accepted. */
export function ItemButtons({ item, lane, onEdit, editLabel, onDiscarded }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { text } = useActionWords(useNamesIn(item))(item);
  return (
    <>
      {onEdit ? (
        <Button variant="outline" size="sm" onClick={onEdit}>
          <Pencil aria-hidden="true" />
          {editLabel ?? <Trans>Edit</Trans>}
        </Button>
      ) : null}
      {text ? <CopyButton text={text} /> : null}
      <Button variant="ghost" size="sm" color="fg.error" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        <Trans>Discard</Trans>
      </Button>
      {isAsking ? (
        <DiscardItemDialog item={item} lane={lane} onDiscarded={onDiscarded} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

interface DiscardProps extends Pick<Props, 'item' | 'lane'> {
  onDiscarded?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks before an item is discarded, and lists those that depend on it and are discarded too. */
export function DiscardItemDialog({ item, lane, onDiscarded, onClose }: DiscardProps) {
  const { busy, whileBusy } = useBusy();
  const reportUnchanged = useReportUnchanged();
  const describe = useActionWords(useNamesIn(item));
  const summaryOf = (one: OutboxItem) => describe(one).text ?? describe(one).title;
  const dependents = dependentsOf(item, lane);
  const confirm = async () => {
    const ids = dependents.map(({ id }) => id);
    const outcome = await discard(currentDatabase(), item.id, ids);
    if (outcome === 'discarded') onDiscarded?.();
    reportUnchanged(outcome, 'discard');
    onClose();
  };
  return (
    <ConfirmDialog
      open
      tone="danger"
      busy={busy}
      onClose={onClose}
      onConfirm={() => void whileBusy(confirm)}
      title={<Trans>Discard this change?</Trans>}
      description={<bdi>{summaryOf(item)}</bdi>}
      confirmLabel={<Trans>Discard</Trans>}
      cancelLabel={<Trans>Keep</Trans>}
    >
      {dependents.length > 0 ? <Dependents texts={dependents.map(summaryOf)} /> : null}
    </ConfirmDialog>
  );
}

function Dependents({ texts }: { texts: readonly string[] }) {
  return (
    <Box textStyle="sm">
      <chakra.p fontWeight="medium">
        <Plural
          value={texts.length}
          one="# change depends on it and goes too:"
          other="# changes depend on it and go too:"
        />
      </chakra.p>
      <chakra.ul mt="2" maxH="40" overflowY="auto" listStyleType="disc" ps="5" color="fg.muted">
        {texts.map((text, index) => (
          <chakra.li key={index} dir="auto" overflowWrap="anywhere">
            {text}
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}
