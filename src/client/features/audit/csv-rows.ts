import { useLingui } from '@lingui/react/macro';
import type { AuditEntry } from '../../../contract/audit.ts';
import { isShown } from '../../text/audit-fields.ts';
import { recordName, useAuditWords } from '../../text/audit-words.ts';
import type { CsvValue } from '../../text/csv.ts';
import { useDates } from '../../text/dates.ts';
import { withoutIsolation } from '../../text/isolated.ts';

/** Returns a function that makes the rows of the audit log's CSV file, the names of the columns first. */
export function useCsvRows() {
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
