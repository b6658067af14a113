import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { customersOfServer, useCustomerChoices } from '../../lists/customer-choices.ts';
import { actionsOf, auditEntities, recordName, useAuditWords } from '../../text/audit-words.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import type { AuditFilter, useAuditFilter } from './use-audit.ts';
import { chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The filters of the audit log: user, kind of record, action and period, and the record that a link has chosen. */
export function AuditFilters({ filter, set, clear, isNarrowed }: ReturnType<typeof useAuditFilter>) {
  const { t } = useLingui();
  const words = useAuditWords();
  const people = useCustomerChoices(filter.user);
  return (
    <Bar role="group" aria-label={t`Filters`}>
      <MultiSelect
        label={t({ message: 'User', context: 'audit log' })}
        choices={people}
        source={customersOfServer}
        value={filter.user}
        searchable
        onChange={(user) => set({ user })}
      />
      <MultiSelect
        label={t`Record`}
        choices={auditEntities.map((value) => ({ value, label: words.kind(value) }))}
        value={filter.entity}
        onChange={(entity) => set({ entity })}
      />
      <MultiSelect
        label={t({ message: 'Action', context: 'audit log' })}
        choices={actionsOf(filter.entity).map((value) => ({ value, label: words.action(value) }))}
        value={filter.action}
        searchable
        onChange={(action) => set({ action })}
      />
      <DateRange label={t`Period`} value={filter} onChange={set} />
      {filter.key ? <RecordChip filter={filter} onRemove={() => set({ key: '' })} /> : null}
      {isNarrowed ? (
        <Button variant="ghost" size="sm" onClick={clear}>
          <Trans>Clear</Trans>
        </Button>
      ) : null}
    </Bar>
  );
}

/** The one record that is shown; its button shows all records again. */
function RecordChip({ filter: { entity, key }, onRemove }: { filter: AuditFilter; onRemove: () => void }) {
  const { t } = useLingui();
  const name = recordName(entity[0] ?? '', key, null);
  return (
    <Button variant="outline" size="sm" borderColor="brand.solid" bg="brand.subtle" onClick={onRemove}>
      {name ? <bdi>{name}</bdi> : <Trans>One record</Trans>}
      <X size="1rem" role="img" aria-label={t`Remove`} />
    </Button>
  );
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: { md: 'wrap' },
    alignItems: 'center',
    gap: '2',
    pb: '2',
    // Space for the focus rings, which a row that scrolls would cut off.
    smDown: { overflowX: 'auto', scrollbarWidth: 'none', p: '3px', m: '-3px', mb: '1', '& > *': { flexShrink: 0 } },
  },
});
