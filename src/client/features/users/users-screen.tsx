import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { pageSizes } from '../../../contract/limits.ts';
import { userSorts } from '../../../contract/sorts.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { OwnViews } from '../../lists/own-views.tsx';
import { serverSource } from '../../lists/row-sources.ts';
import { currentDatabase } from '../../local/current.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FreeText, oneLine } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { directorySorts, readDirectory, requestUsers, type ListedUser } from './queries.ts';
import { useUserActions, UserActionDialogs, type UserActions } from './user-actions.tsx';
import { UserMenu } from './user-menu.tsx';
import { LastTime, RoleBadge } from './user-words.tsx';
import { Button } from '../../ui/button.tsx';

/** The users of the shop (S2F-01). */
const users = defineList<ListedUser, { me: number; actions: UserActions }>({
  source: serverSource({
    name: 'users',
    request: requestUsers,
    readLocal: readDirectory,
    sorts: directorySorts,
    totalFact: 'usersTotal',
  }),
  records: 'users',
  title: msg`Users`,
  searchLabel: msg`Search users`,
  filters: [],
  ownViews: { storedAs: 'userViews', Control: OwnViews },
  pageSizes,
  useContext: () => ({ me: currentDatabase().userId, actions: useUserActions() }),
  sorts: [
    { by: 'joined', firstDirection: userSorts.joined, desc: msg`Newest first`, asc: msg`Oldest first` },
    { by: 'name', firstDirection: userSorts.name, asc: msg`Name: A to Z`, desc: msg`Name: Z to A` },
    {
      by: 'balance',
      firstDirection: userSorts.balance,
      desc: msg`Balance: high to low`,
      asc: msg`Balance: low to high`,
    },
  ],
  columns: [
    {
      id: 'id',
      header: msg`ID`,
      sort: 'joined',
      cell: ({ id }) => `#${id}`,
      numbers: true,
      width: '3.5rem',
      hideLabelOnCard: true,
    },
    {
      id: 'name',
      header: msg`Name`,
      sort: 'name',
      cell: ({ name }) => <FreeText>{name}</FreeText>,
      cardSlot: 'lead',
      width: '18%',
    },
    {
      id: 'balance',
      header: msg`Balance`,
      sort: 'balance',
      cell: ({ account, role }) =>
        role === 'user' ? <MoneyText amount={account?.balance} fontWeight="medium" /> : null,
      cardSlot: 'amount',
      align: 'end',
      numbers: true,
    },
    {
      id: 'username',
      header: msg`Username`,
      cell: ({ account }) =>
        account?.username ? (
          <FreeText css={oneLine} title={account.username}>
            {account.username}
          </FreeText>
        ) : null,
      cardSlot: 'wide',
      width: '10%',
    },
    {
      id: 'email',
      header: msg`E-mail`,
      cell: ({ email }) => (
        <FreeText css={{ sm: oneLine }} color={{ base: 'fg.muted', sm: 'fg' }} title={email}>
          {email}
        </FreeText>
      ),
      cardSlot: 'plain',
      placeholder: 'line',
      width: '28%',
    },
    {
      id: 'role',
      header: msg`Role`,
      cell: ({ role }) => <RoleBadge role={role} />,
      hideLabelOnCard: true,
      width: '5.5rem',
    },
    {
      id: 'lastLogin',
      header: msg`Last login`,
      width: '9rem',
      cardSlot: 'none',
      cell: ({ account }) => (account ? <LastTime at={account.last_login_at} /> : null),
    },
    {
      id: 'logins',
      header: msg`Logins`,
      cell: ({ account }) => account?.login_times ?? null,
      align: 'end',
      numbers: true,
      cardSlot: 'wide',
    },
    {
      id: 'lastAction',
      header: msg`Last action`,
      width: '6.5rem',
      cell: ({ account }) => (account ? <LastTime at={account.last_action_at} /> : null),
      cardSlot: 'wide',
    },
    {
      id: 'status',
      header: msg`Active`,
      cardSlot: 'side',
      width: '4.5rem',
      cell: (user, { me }) => <ActiveSwitch user={user} me={me} />,
    },
    {
      id: 'actions',
      header: msg`Actions`,
      hideHeaderInTable: true,
      width: '3.5rem',
      cardSlot: 'actions',
      cell: (user, { me, actions }) => <UserMenu user={user} me={me} actions={actions} />,
    },
  ],
  openLabel: ({ name }) => msg`Open ${{ name: isolated(name) }}`,
  Empty: () => <EmptyState icon={Users} title={<Trans>There are no users yet.</Trans>} />,
  nothingFound: msg`No users match your search.`,
});

/** The users of the shop with their balances; a row opens the user's page (S2F). */
export function UsersScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const online = useOnline();
  const creation = useUrlDialog('create');
  return (
    <ListPage
      list={users}
      breadcrumb={[{ label: t`Dashboard`, to: '/dashboard' }]}
      actions={
        <Button disabled={!online} aria-describedby="users-offline" onClick={() => creation.open(1)}>
          <Plus aria-hidden="true" />
          <Trans>New user</Trans>
        </Button>
      }
      belowTitle={
        <OfflineReason online={online} id="users-offline">
          <Trans>You are offline. Users can be changed when you are connected.</Trans>
        </OfflineReason>
      }
      onOpen={({ id }) => void navigate({ to: `/admin/users/${id}` })}
    >
      {(rows) => (
        <>
          <UserActionDialogs rows={rows} />
          {creation.id === null ? null : <CreateUserDialog onClose={creation.close} />}
        </>
      )}
    </ListPage>
  );
}
