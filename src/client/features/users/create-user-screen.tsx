import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { MoneyFooter } from '../../forms/money-footer.tsx';
import { MoneyNotices } from '../../forms/money-notices.tsx';
import { useOnline } from '../../sync/use-sync-status.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useCreateUser } from './use-create-user.ts';
import { UserForm } from './user-form.tsx';
import { creationWords } from './user-words.tsx';
import { Box } from '../../ui/theme/styled.tsx';

/** The form of a new user as a page (S2B-14). */
export function CreateUserScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const formId = useId();
  const online = useOnline();
  const { userForm, money, lockedUntil, close, question } = useCreateUser({
    onCreated: (user) => void navigate({ to: user ? `/admin/users/${user.id}` : '/admin/users', replace: true }),
    onLeave: () => void navigate({ to: '/admin/users' }),
  });
  return (
    <Box maxW="2xl">
      <PageHeader
        title={t`New user`}
        breadcrumb={[
          { label: t`Dashboard`, to: '/dashboard' },
          { label: <Trans>Users</Trans>, to: '/admin/users' },
        ]}
      />
      <Panel>
        <Box mb="4" _empty={{ display: 'none' }}>
          <MoneyNotices words={creationWords} money={money} online={online} />
        </Box>
        <UserForm id={formId} userForm={userForm} isFixed={money.phase !== 'editing'} lockedUntil={lockedUntil} />
        <Box mt="6" display="flex">
          <MoneyFooter
            submit={{ form: formId }}
            money={money}
            online={online}
            offlineReason={<Trans>You are offline. A user is only created with a connection.</Trans>}
            onClose={close}
          >
            <Trans>Create user</Trans>
          </MoneyFooter>
        </Box>
      </Panel>
      {question}
    </Box>
  );
}
