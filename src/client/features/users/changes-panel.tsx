import { Trans, useLingui } from '@lingui/react/macro';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { roleOf } from '../../../contract/permissions.ts';
import type { readUserHistory } from '../../../contract/people.ts';
import { useDates } from '../../text/dates.ts';
import { useRoleNames } from '../../text/statuses.ts';
import { useMoney } from '../../text/money.ts';
import { IsolatedText } from '../../ui/free-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MoreButton } from '../../ui/load-state.tsx';
import { SkeletonList } from '../../ui/skeleton-fields.tsx';
import { loadChanges } from './loads.ts';
import { useHistory } from '../../lists/use-history.ts';
import { PartState } from './part-state.tsx';
import { NotLoaded } from './user-words.tsx';
import { chakra, Muted } from '../../ui/theme/styled.tsx';

type Change = OutputOf<typeof readUserHistory>['history'][number];

/** The changes of a user, newest first, each with its author and the old and new values. */
export function ChangesPanel({ id }: { id: number }) {
  const changes = useHistory(`users/${id}/changes`, (page, signal) => loadChanges(id, page, signal));
  const { data: rows } = changes;
  return (
    <Panel title={<Trans>Changes</Trans>}>
      {rows?.length === 0 ? (
        <Muted>
          <Trans>No changes yet.</Trans>
        </Muted>
      ) : null}
      <ul>
        {rows?.map((change) => (
          <ChangeEntry key={change.id} change={change} />
        ))}
      </ul>
      <PartState
        {...changes}
        hasData={rows !== undefined}
        skeleton={<SkeletonList rows={4} minH="4.8125rem" line="below" lines={3} />}
      >
        <NotLoaded />
      </PartState>
      <MoreButton {...changes} />
    </Panel>
  );
}

function ChangeEntry({ change }: { change: Change }) {
  const dates = useDates();
  const action = useActionNames()(change.action);
  const { nameOf, valueOf } = useFieldWords();
  return (
    <chakra.li py="2.5" borderBottomWidth="1px" borderColor="border.muted">
      <chakra.p fontWeight="medium">{action}</chakra.p>
      {change.fields.map(({ field, old_value: old, new_value: next }) => (
        <chakra.p key={field} textStyle="sm" overflowWrap="anywhere">
          {nameOf(field)}: <bdi>{valueOf(field, old)}</bdi> <Arrow /> <bdi>{valueOf(field, next)}</bdi>
        </chakra.p>
      ))}
      <Muted textStyle="xs">
        {dates.full(change.created_at)}
        {change.action_by === null ? null : (
          <>
            {' · '}
            <IsolatedText>{change.action_by}</IsolatedText>
          </>
        )}
      </Muted>
    </chakra.li>
  );
}

const Arrow = () => (
  <chakra.span color="fg.subtle" aria-hidden="true" display="inline-block" _rtl={{ transform: 'scaleX(-1)' }}>
    →
  </chakra.span>
);

/** Returns the names of the actions in the history of a user; an unknown action keeps its own name. */
function useActionNames(): (action: string) => string {
  const { t } = useLingui();
  const names: Record<string, string> = {
    'user.created': t`Account created`,
    'user.registered': t`Registered`,
    'user.confirmed': t`E-mail address confirmed`,
    'user.updated': t`Account changed`,
    'user.active': t`Activated or deactivated`,
    'user.password_changed': t`Password changed`,
    'user.password_reset': t`Password reset by e-mail`,
    'user.email_requested': t`New e-mail address requested`,
    'user.deleted': t`Account deleted`,
    'balance.add': t`Balance added`,
    'balance.subtract': t`Balance subtracted`,
    'pin.set': t`PIN set`,
    'pin.locked': t`PIN locked`,
    'pin.disabled': t`PIN disabled`,
    'root.created': t`Account created`,
    'root.changed': t`Account changed`,
  };
  return (action) => names[action] ?? action;
}

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';

const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the names of a user's fields, and their values in the user's language. */
function useFieldWords() {
  const { t } = useLingui();
  const { format } = useMoney();
  const roles = useRoleNames();
  const names: Record<string, string> = {
    name: t`Name`,
    email: t`E-mail`,
    username: t`Username`,
    role_id: t`Role`,
    is_active: t`Active`,
    balance: t`Balance`,
    note: t`Reason`,
    locale: t`Language`,
  };
  const valueOf = (field: string, value: unknown): string => {
    if (isMissing(value)) return '–';
    if (field === 'role_id') return roles[roleOf({ role_id: Number(value) })];
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    return field === 'balance' && typeof value === 'number' ? format(value) : plainText(value);
  };
  return { nameOf: (field: string) => names[field] ?? field, valueOf };
}
