import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { readBalanceHistory } from '../../../contract/balance.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { pageSizeMax } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useMovementRows } from '../../text/movement-rows.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { saveCsv } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { Button } from '../../ui/button.tsx';

type Entry = OutputOf<typeof readBalanceHistory>['history'][number];

/** Saves all movements of a customer's balance as a CSV file. */
export function ExportMovements({ id }: { id: number }) {
  const online = useOnline();
  const reason = useId();
  const { busy, whileBusy } = useBusy();
  const { failure: sentenceOf } = useRefusalText();
  const toRows = useMovementRows({ hasAdmin: true });
  const save = async () => {
    const entries = await loadAll(id).catch((thrown: unknown) => {
      toast({ tone: 'error', title: sentenceOf(asFailure(thrown)) });
      return null;
    });
    if (entries) saveCsv(`balance-${id}`, toRows(entries));
  };
  return (
    <>
      <OfflineReason online={online} id={reason} />
      <Button
        variant="outline"
        loading={busy}
        disabled={!online}
        aria-describedby={online ? undefined : reason}
        onClick={() => void whileBusy(save)}
      >
        <Download aria-hidden="true" />
        <Trans>Export CSV</Trans>
      </Button>
    </>
  );
}

/** Requests all pages of a customer's movements, newest first. A row that moves to a later page meanwhile is kept once. */
async function loadAll(id: number): Promise<Entry[]> {
  const entries = new Map<number, Entry>();
  for (let page = 1; ; page++) {
    const { history, total } = await call(readBalanceHistory, { id, page, per_page: pageSizeMax });
    for (const entry of history) entries.set(entry.id, entry);
    if (history.length === 0 || page * pageSizeMax >= total) return [...entries.values()];
  }
}
