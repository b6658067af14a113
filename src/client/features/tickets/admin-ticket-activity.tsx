import { Trans, useLingui } from '@lingui/react/macro';
import { listTicketActivity, type AuditEntry } from '../../../contract/audit.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { call } from '../../api/call.ts';
import { useCursorPages } from '../../lists/use-cursor-pages.ts';
import { useNames } from '../../sync/use-live-query.ts';
import { isShown, useAuditFields } from '../../text/audit-fields.ts';
import { isolated } from '../../text/isolated.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** Who changed what in a ticket and when, newest first; requested when it is opened (S2R-10). */
export function TicketActivity({ ticket }: { ticket: Pick<TicketRow, 'id' | 'rev'> }) {
  return (
    <Disclosure title={<Trans>Activity</Trans>} px={{ base: '4', md: '5' }} pb="3">
      <Changes ticket={ticket} />
    </Disclosure>
  );
}

const entriesPerPage = 20;

/** The revision is part of the query, so that a change of the ticket loads the activity again. */
const loadActivity = ({ id }: { id: string; rev: number }, below: number | undefined, signal: AbortSignal) =>
  call(listTicketActivity, { id, below, per_page: entriesPerPage }, { signal });

function Changes({ ticket: { id, rev } }: { ticket: Pick<TicketRow, 'id' | 'rev'> }) {
  const { t } = useLingui();
  const { entries, ...pages } = useCursorPages(loadActivity, { id, rev });
  const userName = useNames(entries?.flatMap(assigneesOf) ?? []);
  return (
    <>
      <ol aria-label={t`Activity`}>
        {entries?.map((entry) => (
          <Change key={entry.id} entry={entry} userName={userName} />
        ))}
      </ol>
      <LoadState {...pages} hasData={entries !== undefined} lines={4}>
        <Trans>You are offline. The activity is loaded when you are connected.</Trans>
      </LoadState>
      {pages.hasMore && !pages.failure ? (
        <Button size="sm" variant="outline" loading={pages.isLoading} onClick={pages.more}>
          <Trans>More</Trans>
        </Button>
      ) : null}
    </>
  );
}

/** The ids of the earlier and the later assignee of a change. */
const assigneesOf = ({ fields }: AuditEntry) =>
  fields
    .filter(({ field }) => field === 'assignee_id')
    .flatMap((change) => [change.old_value, change.new_value])
    .filter((id) => id !== null)
    .map(Number);

/** One change: what, from which value to which, who and when. */
function Change({ entry, userName }: { entry: AuditEntry; userName: ReturnType<typeof useNames> }) {
  const names = useActionNames();
  const nameOf = (entity: string, id: unknown) => (entity === 'users' ? userName(Number(id)) : undefined);
  const { linesOf } = useAuditFields(entry.entity, nameOf);
  const textOf = (field: string, value: unknown) => linesOf(field, value).map(isolated).join(', ');
  const changes = entry.action === 'ticket.open' ? [] : entry.fields.filter(({ field }) => isShown(field));
  return (
    <chakra.li py="1.5" textStyle="sm" overflowWrap="anywhere">
      {names[entry.action] ?? entry.action}
      {changes.map(({ field, old_value: old, new_value: next }) => (
        <chakra.div key={field} color="fg.muted">
          <bdi>{textOf(field, old)}</bdi> <Arrow /> <bdi>{textOf(field, next)}</bdi>
        </chakra.div>
      ))}
      <chakra.div textStyle="xs" color="fg.muted">
        <RelativeTime at={entry.created_at} ago />
        {entry.actor_name === null ? null : (
          <>
            {' · '}
            <IsolatedText>{entry.actor_name}</IsolatedText>
          </>
        )}
      </chakra.div>
    </chakra.li>
  );
}

function useActionNames(): Record<string, string> {
  const { t } = useLingui();
  return {
    'ticket.open': t`Opened the ticket`,
    'ticket.reply': t`Replied`,
    'ticket.note': t`Added an internal note`,
    'ticket.status': t`Changed the status`,
    'ticket.priority': t`Changed the priority`,
    'ticket.assign': t`Changed the assignee`,
    'ticket.tags': t`Changed the tags`,
    'ticket.snooze': t`Changed the snooze`,
    'ticket.merge': t`Merged the ticket`,
    'ticket.unmerge': t`Undid the merge`,
  };
}

const Arrow = () => (
  <chakra.span color="fg.subtle" aria-hidden="true" display="inline-block" _rtl={{ transform: 'scaleX(-1)' }}>
    →
  </chakra.span>
);
