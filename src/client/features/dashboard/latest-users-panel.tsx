import { Trans, useLingui } from '@lingui/react/macro';
import { UsersRound } from 'lucide-react';
import type { LatestUsers } from '../../local/meta.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ListRow } from './list-row.tsx';
import { NotLoaded, SkeletonRows } from './skeleton-rows.tsx';
import type { Kept } from './use-kept.ts';
import { ViewAll } from './view-all.tsx';
import { Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  latest: Kept<LatestUsers>;
  /** The page has a Retry that loads this list, too. */
  isSaidAbove: boolean;
}

/** The users who joined last; kept on this device (S2D-08). */
export function LatestUsersPanel({ latest, isSaidAbove }: Props) {
  const { t } = useLingui();
  const users = latest.value?.users;
  return (
    <Panel
      flush
      aria-busy={latest.isPending}
      title={<Trans>Latest users</Trans>}
      aside={users?.length ? <ViewAll to="/admin/users" label={t`View all users`} /> : null}
    >
      <LoadedAt {...{ latest, isSaidAbove }} />
      {latest.isPending ? <SkeletonRows /> : null}
      {!users && !latest.isPending ? <NotLoaded /> : null}
      {users?.length === 0 ? <EmptyState icon={UsersRound} title={<Trans>No users yet</Trans>} /> : null}
      <ul>
        {users?.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </ul>
    </Panel>
  );
}

/** The age of the list when it is old or could not be loaded again, with Retry (S2D-13). */
function LoadedAt({ latest: { value, failure, retry }, isSaidAbove }: Props) {
  const online = useOnline();
  const isFailed = failure !== null && online;
  if (online ? !isFailed || (isSaidAbove && !value) : !value) return null;
  return (
    <Wrap alignItems="center" columnGap="3" px={{ base: '4', md: '5' }} pb="2">
      {isFailed && !isSaidAbove ? (
        <Button size="xs" variant="outline" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      ) : null}
      <AgeNote at={value?.at ?? null} online={online} freshMs={-Infinity} />
    </Wrap>
  );
}

function UserRow({ user }: { user: LatestUsers['users'][number] }) {
  return (
    <ListRow
      to={`/admin/users/${user.id}`}
      title={user.name}
      details={<IsolatedText>{user.email}</IsolatedText>}
      end={<RelativeTime at={user.created_at} textStyle="xs" color="fg.muted" />}
    />
  );
}
