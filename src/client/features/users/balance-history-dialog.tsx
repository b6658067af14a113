import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { readBalanceHistory } from '../../../contract/balance.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { pageSizeMax } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { usePeople } from '../../lists/people.ts';
import { useHistory } from '../../lists/use-history.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useMovementRows } from '../../text/movement-rows.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { saveCsv } from '../../ui/save-file.ts';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { LedgerList } from './ledger-list.tsx';
import { loadLedger } from './loads.ts';

interface Props {
  /** The customer's id. */
  id: number;
  onClose: () => void;
}

/** The balance history of a customer, page by page (S2F-12). Needs a new `key` for each id. */
export function BalanceHistoryDialog({ id, onClose }: Props) {
  const person = usePeople([id]).get(id);
  const ledger = useHistory(`users/${id}/ledger`, (page, signal) => loadLedger(id, page, signal));
  return (
    <SheetDialog
      open
      size="lg"
      onClose={onClose}
      title={<Trans>Balance history</Trans>}
      description={person ? <IsolatedText>{person.name}</IsolatedText> : undefined}
      footer={
        <>
          {ledger.total > 0 ? <ExportMovements id={id} /> : null}
          <Button variant="outline" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <LedgerList ledger={ledger} />
    </SheetDialog>
  );
}

type Entry = OutputOf<typeof readBalanceHistory>['history'][number];

/** Saves all movements of a customer's balance as a CSV file. */
function ExportMovements({ id }: { id: number }) {
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
