import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { readBalanceHistory } from '../../../contract/balance.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { pageSizeMax } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { csvOf, type CsvValue } from '../../text/csv.ts';
import { useDates } from '../../text/dates.ts';
import { useLedgerWords } from '../../text/ledger.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';

type Entry = OutputOf<typeof readBalanceHistory>['history'][number];

/** Saves all movements of a customer's balance as a CSV file. */
export function ExportMovements({ id }: { id: number }) {
  const online = useOnline();
  const { busy, whileBusy } = useBusy();
  const { failure: sentenceOf } = useRefusalText();
  const toRows = useCsvRows();
  const save = async () => {
    const entries = await loadAll(id).catch((thrown: unknown) => {
      toast({ tone: 'error', title: sentenceOf(asFailure(thrown)) });
      return null;
    });
    if (!entries) return;
    saveFile(`balance-${id}.csv`, new Blob([csvOf(toRows(entries))], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <Button variant="outline" loading={busy} disabled={!online} onClick={() => void whileBusy(save)}>
      <Download aria-hidden="true" />
      <Trans>Export CSV</Trans>
    </Button>
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

/** Returns a function that makes the rows of the file, the names of the columns first. */
function useCsvRows() {
  const { t } = useLingui();
  const dates = useDates();
  const words = useLedgerWords();
  const head = [
    t`ID`,
    t`Date`,
    t`Movement`,
    t`Order`,
    t`Amount`,
    t`Balance before`,
    t`Balance after`,
    t`Admin`,
    t`Reason`,
  ];
  return (entries: readonly Entry[]): CsvValue[][] => [
    head,
    ...entries.map((entry) => [
      entry.id,
      dates.stamp(entry.created_at),
      words(entry),
      entry.order_id,
      entry.amount,
      entry.previous_balance,
      entry.new_balance,
      entry.kind === 'charge' ? null : entry.action_by,
      entry.note,
    ]),
  ];
}
