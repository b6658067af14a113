import { useLingui } from '@lingui/react/macro';
import type { AuditEntry } from '../../../contract/audit.ts';
import { pageSizeMax } from '../../../contract/limits.ts';
import { CsvExport } from '../../lists/csv-export.tsx';
import type { LoadProgress } from '../../lists/list-source.ts';
import { dayOf } from '../../local/days.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isShown } from '../../text/audit-fields.ts';
import { recordName, useAuditWords } from '../../text/audit-words.ts';
import type { CsvValue } from '../../text/csv.ts';
import { useDates } from '../../text/dates.ts';
import { withoutIsolation } from '../../text/isolated.ts';
import { saveCsv } from '../../ui/save-file.ts';
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

/** Returns a function that makes the rows of the audit log's CSV file, the names of the columns first. */
function useCsvRows() {
  const { t } = useLingui();
  const words = useAuditWords();
  const dates = useDates();
  const head = [
    t`ID`,
    t`Date`,
    t({ message: 'User', context: 'audit log' }),
    t`User ID`,
    t({ message: 'Action', context: 'audit log' }),
    t({ message: 'Change', context: 'audit log' }),
    t`Record`,
    t`Name`,
    t({ message: 'Before', context: 'audit log' }),
    t({ message: 'After', context: 'audit log' }),
  ];
  const rowOf = (entry: AuditEntry): CsvValue[] => [
    entry.id,
    dates.stamp(entry.created_at),
    entry.actor_name,
    entry.actor_id,
    entry.action,
    withoutIsolation(words.what(entry)),
    words.kind(entry.entity),
    recordName(entry.entity, entry.entity_key, entry.entity_name) || entry.entity_key,
    valuesOf(entry, 'old_value'),
    valuesOf(entry, 'new_value'),
  ];
  return (entries: readonly AuditEntry[]): CsvValue[][] => [head, ...entries.map(rowOf)];
}

/** The values as JSON, the same in every language, so that a program can read them. */
function valuesOf({ fields }: AuditEntry, side: 'old_value' | 'new_value'): string | null {
  const shown = fields.filter(({ field, [side]: value }) => isShown(field) && value !== null);
  return shown.length > 0 ? JSON.stringify(Object.fromEntries(shown.map((one) => [one.field, one[side]]))) : null;
}
