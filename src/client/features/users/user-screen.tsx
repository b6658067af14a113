import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { History, Pencil, Scale, Trash2 } from 'lucide-react';
import type { DirectoryUser, User } from '../../../contract/people.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import type { Requested } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { usePageActions } from '../../ui/page-actions.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { BalancePanel, BalanceSkeleton } from './balance-panel.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { isMissing, useUser } from './loads.ts';
import { PartsOfPage } from './part-state.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { readPerson } from './queries.ts';
import { RecordsPanel } from './records-panel.tsx';
import { UserActionDialogs, useUserActions } from './user-actions.tsx';
import { UserMissing } from './user-missing.tsx';
import { mayAdjust, mayDeleteOrDeactivate, mayEdit, mayReadActivity } from './user-rules.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** A user with balance, orders, tickets, activity and changes (S2B-15); each part is loaded by itself. */
export function UserScreen() {
  const { id } = useParams({ strict: false });
  return <UserPage key={id} id={Number(id)} />;
}

function UserPage({ id }: { id: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const db = currentDatabase();
  const loaded = useUser(id);
  const known = useLiveQuery(() => readPerson(db, id), [db, id]);
  const person = loaded.data ?? known;
  const isGone = isMissing(loaded);
  return (
    <>
      <PageHeader
        title={person?.name ?? t`User #${id}`}
        breadcrumb={[
          { label: t`Dashboard`, to: '/dashboard' },
          { label: t`Users`, to: '/admin/users' },
        ]}
        actions={person && !isGone ? <Actions person={person} /> : null}
      />
      {isGone ? (
        <UserMissing />
      ) : (
        <PartsOfPage>
          <Parts {...{ id, loaded, known, person }} />
        </PartsOfPage>
      )}
      <UserActionDialogs
        rows={person ? [person] : []}
        onDeleted={() => void navigate({ to: '/admin/users', replace: true })}
      />
    </>
  );
}

interface PartsProps extends HistoriesProps {
  /** The user in this device's directory. */
  known: DirectoryUser | undefined;
}

function Parts({ id, loaded, known, person }: PartsProps) {
  return (
    <Box
      display="grid"
      gap={{ base: '4', md: '5' }}
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
      gridTemplateRows={{ lg: 'auto 1fr' }}
    >
      <ProfilePanel loaded={loaded} known={known} />
      <Column gridColumn={{ lg: '2' }} gridRow={{ lg: '1 / span 2' }}>
        <Histories id={id} person={person} loaded={loaded} />
      </Column>
      <Column>
        <RecordsPanel userId={id} />
      </Column>
    </Box>
  );
}

const Column = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: { base: '4', md: '5' }, minW: '0' },
});

interface HistoriesProps {
  id: number;
  person: DirectoryUser | undefined;
  loaded: Requested<User>;
}

/** Movements, activity and changes, as far as the admin may read them. */
function Histories({ id, person, loaded }: HistoriesProps) {
  const me = currentDatabase().userId;
  const isReadable = person === undefined || mayReadActivity(me, person);
  return (
    <>
      {person && mayAdjust(person) ? <BalancePanel id={id} loaded={loaded} /> : null}
      {!person && loaded.isLoading ? <BalanceSkeleton /> : null}
      {isReadable ? <ActivityPanel id={id} /> : null}
      {isReadable ? <ChangesPanel id={id} /> : null}
    </>
  );
}

function Actions({ person }: { person: DirectoryUser }) {
  const { t } = useLingui();
  const online = useOnline();
  const actions = useUserActions();
  const me = currentDatabase().userId;
  const { id, name } = person;
  const offers = [
    mayEdit(me, person) && { id: 'edit', label: t`Edit`, icon: Pencil, run: () => actions.edit(id) },
    mayAdjust(person) && { id: 'adjust', label: t`Adjust balance`, icon: Scale, run: () => actions.adjust(id) },
    mayAdjust(person) && {
      id: 'history',
      label: t`Balance history`,
      icon: History,
      run: () => actions.showHistory(id),
    },
    mayDeleteOrDeactivate(me, person) && {
      id: 'delete',
      label: t`Delete`,
      icon: Trash2,
      run: () => actions.remove(id),
    },
  ].filter((offer) => offer !== false);
  // All of them need a connection.
  usePageActions(() => (online ? offers : []));
  return (
    <>
      <OfflineReason online={online} id="users-offline" />
      {mayEdit(me, person) ? (
        <Button variant="outline" disabled={!online} aria-describedby="users-offline" onClick={() => actions.edit(id)}>
          <Pencil aria-hidden="true" />
          <Trans>Edit</Trans>
        </Button>
      ) : null}
      {mayDeleteOrDeactivate(me, person) ? (
        <RowMenu
          label={t`Actions for ${{ name: isolated(name) }}`}
          items={[
            { id: 'delete', label: t`Delete`, tone: 'danger', disabled: !online, onSelect: () => actions.remove(id) },
          ]}
        />
      ) : null}
    </>
  );
}
