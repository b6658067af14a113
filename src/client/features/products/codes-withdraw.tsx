import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { withdrawCodes, type StockOfVariant } from '../../../contract/codes.ts';
import { batchNoteMax } from '../../../contract/stock-rules.ts';
import { call } from '../../api/call.ts';
import { PinDialog, usePinCall } from '../../forms/pin-call.tsx';
import { refreshRequests } from '../../sync/use-request.ts';
import { toast } from '../../ui/toast.ts';

interface Props {
  productId: number;
  batch: StockOfVariant['batches'][number];
  onClose: () => void;
}

/** Takes the free codes of a batch out of the stock for good, with a reason and the admin's PIN. */
export function WithdrawDialog({ productId, batch, onClose }: Props) {
  const { t } = useLingui();
  const free = batch.counts.free ?? 0;
  const pinCall = usePinCall({
    send: (fields, key) => call(withdrawCodes, { id: productId, batch_id: batch.id, ...fields }, { key }),
    onDone: ({ withdrawn }) => {
      toast({
        tone: 'success',
        title: t`${plural(withdrawn, { one: '# code withdrawn', other: '# codes withdrawn' })}`,
      });
      refreshRequests(`products/${productId}/stock`);
      onClose();
    },
    reasonMax: batchNoteMax,
  });
  return (
    <PinDialog
      isDangerous
      title={<Trans>Withdraw free codes</Trans>}
      action={<Trans>Withdraw</Trans>}
      {...{ pinCall, onClose }}
    >
      <Plural
        value={free}
        one="# free code of this batch is never sold. This cannot be undone."
        other="# free codes of this batch are never sold. This cannot be undone."
      />
    </PinDialog>
  );
}
