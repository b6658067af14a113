import { Trans } from '@lingui/react/macro';
import { ParkedItem } from '../../forms/parked-item.tsx';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { discard } from '../../sync/outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PendingMark } from '../../ui/pending-mark.tsx';
import { useBusy } from '../../ui/use-busy.ts';

/** The corrections of an order that the server has not accepted: those that wait, and those that need the customer. */
export function CorrectionState({ lane }: { lane: readonly OutboxItem[] }) {
  return (
    <>
      {lane.some(isPendingItem) ? <PendingMark state="waiting" words /> : null}
      {lane
        .filter((item) => !isPendingItem(item))
        .map((item) =>
          item.error?.code === 'CONFLICT' ? (
            <LateCorrection key={item.id} item={item} />
          ) : (
            <ParkedItem key={item.id} item={item} lane={lane} />
          ),
        )}
    </>
  );
}

/** A correction that came after another one, after a new question, or after the end of the order. */
function LateCorrection({ item }: { item: OutboxItem }) {
  const { busy, whileBusy } = useBusy();
  return (
    <Notice
      tone="warning"
      title={<Trans>Your correction came too late.</Trans>}
      action={
        <Button
          size="sm"
          variant="outline"
          loading={busy}
          onClick={() => void whileBusy(() => discard(currentDatabase(), item.id))}
        >
          <Trans>Close</Trans>
        </Button>
      }
    >
      <Trans>The order shows what the shop has now, and what it still asks for.</Trans>
    </Notice>
  );
}
