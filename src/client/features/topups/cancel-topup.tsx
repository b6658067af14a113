import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ParkedItem } from '../../forms/parked-item.tsx';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { discard } from '../../sync/outbox.ts';
import { useDecidedMeanwhile } from '../../text/conflict-words.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useBusy } from '../../ui/use-busy.ts';

/** Cancels a request that waits, also offline, after a question. */
export function CancelTopup({ id }: { id: string }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { busy, whileBusy } = useBusy();
  const act = usePerform();
  const cancel = async () => {
    await act(
      'topup.cancel',
      { topup_id: id },
      {
        done: t`Request cancelled`,
        refused: t`The request could not be cancelled.`,
        isAccepted: async ({ topups }) => (await topups.get(id))?.status === 'cancelled',
      },
    );
    setAsking(false);
  };
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
        <Trans>Cancel the request</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        tone="danger"
        busy={busy}
        title={<Trans>Cancel this request?</Trans>}
        description={
          <Trans>The shop no longer looks at it. A payment that you have made is not returned by this.</Trans>
        }
        confirmLabel={<Trans>Cancel the request</Trans>}
        cancelLabel={<Trans>Keep</Trans>}
        onClose={() => setAsking(false)}
        onConfirm={() => void whileBusy(cancel)}
      />
    </>
  );
}

/** A cancellation that came after the decision, or that was refused for another reason. */
export function CancelRefused({ item, lane }: { item: OutboxItem; lane: readonly OutboxItem[] }) {
  const decided = useDecidedMeanwhile()(item);
  const { busy, whileBusy } = useBusy();
  if (decided === null) return <ParkedItem item={item} lane={lane} />;
  return (
    <Notice
      tone="warning"
      title={decided}
      action={
        <Button
          size="sm"
          variant="outline"
          loading={busy}
          onClick={() => void whileBusy(() => discard(currentDatabase(), item.id, []))}
        >
          <Trans>Close</Trans>
        </Button>
      }
    >
      <Trans>The cancellation came too late.</Trans>
    </Notice>
  );
}
