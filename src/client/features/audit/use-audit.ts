import { listAudit } from '../../../contract/audit.ts';
import type { InputOf, OutputOf } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { useCursorPages } from '../../lists/use-cursor-pages.ts';
import { isDay } from '../../local/days.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { auditEntities } from '../../text/audit-words.ts';

/** The filters of the audit log in the address. */
export interface AuditFilter {
  user: string[];
  entity: string[];
  /** One record; only with its kind. */
  key: string;
  action: string[];
  from: string;
  to: string;
}

const everything: AuditFilter = { user: [], entity: [], key: '', action: [], from: '', to: '' };

const entriesPerPage = 50;

/** Returns the filters from the address, and functions that change them. */
export function useAuditFilter() {
  const { state, set, clear, countActive } = useListState({ ...everything });
  const filter: AuditFilter = {
    user: state.user,
    entity: state.entity.filter((one) => auditEntities.includes(one)),
    key: state.entity.length === 1 ? state.key : '',
    action: state.action,
    from: isDay(state.from) ? state.from : '',
    to: isDay(state.to) ? state.to : '',
  };
  return {
    filter,
    set: (patch: Partial<AuditFilter>) => set({ ...(patch.entity && { key: '', action: [] }), ...patch }),
    clear: () => clear(),
    isNarrowed: countActive('user', 'entity', 'key', 'action', 'from', 'to') > 0,
  };
}

type Query = InputOf<typeof listAudit>;
type AuditPage = OutputOf<typeof listAudit>;

/** Requests the rows that match and are older than the row `below`. Throws CallFailure. */
export const requestAudit = (
  filter: AuditFilter,
  { below, size, signal }: { below?: number | undefined; size: number; signal: AbortSignal },
): Promise<AuditPage> => call(listAudit, { ...queryOf(filter), below, per_page: size }, { signal });

const queryOf = ({ user, entity, key, action, from, to }: AuditFilter): Query => ({
  ...(user.length > 0 && { user: user.join(',') }),
  ...(entity.length > 0 && { entity: entity.join(',') }),
  ...(key && { key }),
  ...(action.length > 0 && { action: action.join(',') }),
  ...(from && { from }),
  ...(to && { to }),
});

/** Requests the newest rows that match while online, and older ones on demand. */
export const useAuditPages = (filter: AuditFilter) => useCursorPages(loadEntries, filter);

const loadEntries = (filter: AuditFilter, below: number | undefined, signal: AbortSignal): Promise<AuditPage> =>
  requestAudit(filter, { below, size: entriesPerPage, signal });
