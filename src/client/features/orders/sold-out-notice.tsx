import { Trans, useLingui } from '@lingui/react/macro';
import { Bell, BellOff } from 'lucide-react';
import type { StockRow } from '../../../contract/codes.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useBusy } from '../../ui/use-busy.ts';

/** Says that the codes of a product or variant have run out; the customer can be notified, also offline, when there are some. */
export function SoldOutNotice({ stock }: { stock: StockRow }) {
  const { t } = useLingui();
  const perform = usePerform();
  const { busy, whileBusy } = useBusy();
  const isWatched = stock.is_watched === true;
  const watch = async () => {
    const args = { product_id: stock.product_id, variant_id: stock.variant_id ?? 0, on: !isWatched };
    const words = {
      done: isWatched ? t`You will not be notified` : t`You will be notified`,
      refused: t`The notification could not be changed.`,
    };
    await perform('stock.watch', args, { ...words, isAccepted: async () => true });
  };
  return (
    <Notice
      tone="warning"
      title={<Trans>Sold out</Trans>}
      action={
        <Button size="sm" variant="outline" loading={busy} onClick={() => void whileBusy(watch)}>
          {isWatched ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
          {isWatched ? <Trans>Do not notify me</Trans> : <Trans>Notify me when it is back</Trans>}
        </Button>
      }
    >
      {isWatched ? (
        <Trans>You get a notification as soon as it can be ordered again.</Trans>
      ) : (
        <Trans>It can be ordered again when the shop has new codes.</Trans>
      )}
    </Notice>
  );
}
