import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import type { LedgerRow } from '../../../contract/balance.ts';
import { asFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { dayOf } from '../../local/days.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useMovementRows } from '../../text/movement-rows.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { saveCsv } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { downloadMovements } from './download-movements.ts';
import { matches, readWholeHistory, type MovementFilter } from './queries.ts';
import { chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** Saves all movements that match the list's filters as a CSV file, also those that are not on this device. */
export function ExportMovements({ filter }: { filter: MovementFilter }) {
  const disabled = !useIsExportable();
  const { busy, whileBusy } = useBusy();
  const { failure: sentenceOf } = useRefusalText();
  const toRows = useMovementRows();
  const save = async () => {
    const rows = await readOrDownload(currentDatabase(), filter).catch((thrown: unknown) => {
      toast({ tone: 'error', title: sentenceOf(asFailure(thrown)) });
      return null;
    });
    if (rows) saveCsv(`balance-${dayOf(new Date().toISOString())}`, toRows(rows));
  };
  return (
    <Button
      size="sm"
      variant="outline"
      minW="11"
      loading={busy}
      disabled={disabled}
      aria-describedby="balance-offline"
      onClick={() => void whileBusy(save)}
    >
      <Download aria-hidden="true" />
      <chakra.span srOnly={{ base: true, sm: false }}>
        <Trans>Export CSV</Trans>
      </chakra.span>
    </Button>
  );
}

/** Returns whether there are movements, and all of them can be had: from this device or from the server. */
function useIsExportable(): boolean {
  const online = useOnline();
  const here = useLiveQuery(async () => {
    const whole = await readWholeHistory(currentDatabase());
    return { isWhole: whole !== null, isEmpty: whole?.length === 0 };
  }, []);
  return here !== undefined && !here.isEmpty && (online || here.isWhole);
}

/** Returns the matching movements, newest first: this device's where it has them all, else the server's. */
async function readOrDownload(db: LocalDatabase, filter: MovementFilter): Promise<LedgerRow[]> {
  const whole = await readWholeHistory(db);
  return whole ? whole.filter((row) => matches(row, filter)) : downloadMovements(filter);
}
