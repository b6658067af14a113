import type { AuditEntry } from '../../../contract/audit.ts';
import { pageSizeMax } from '../../../contract/limits.ts';
import { CsvExport } from '../../lists/csv-export.tsx';
import type { LoadProgress } from '../../lists/list-source.ts';
import { dayOf } from '../../local/days.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { saveCsv } from '../../ui/save-file.ts';
import { useCsvRows } from './csv-rows.ts';
import { requestAudit, type AuditFilter } from './use-audit.ts';

/** Saves all rows that match as a CSV file (S2T-03): requests them page by page, with the number so far and Cancel. */
export function AuditExport({ filter, reasonId }: { filter: AuditFilter; reasonId: string }) {
  const online = useOnline();
  const toRows = useCsvRows();
  return (
    <CsvExport
      disabled={!online}
      reasonId={online ? undefined : reasonId}
      load={(progress) => loadAll(filter, progress)}
      onLoaded={(entries) => saveCsv(`audit-${dayOf(new Date().toISOString())}`, toRows(entries))}
    />
  );
}

async function loadAll(filter: AuditFilter, { signal, onProgress }: LoadProgress): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  onProgress(0);
  for (let below: number | undefined; ;) {
    const page = await requestAudit(filter, { below, size: pageSizeMax, signal });
    entries.push(...page.entries);
    if (signal.aborted || page.next === null) return entries;
    below = page.next;
    onProgress(entries.length);
  }
}
