import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { readMail } from '../../../contract/mail.ts';
import { call } from '../../api/call.ts';
import { useRequest } from '../../sync/use-request.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MailForm } from './mail-form.tsx';
import { MailSkeleton } from './mail-skeleton.tsx';
import { Box } from '../../ui/theme/styled.tsx';

/** The sender and the texts of e-mails, which admins change (S2U-05). */
export function MailScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  // Once: the form keeps what is typed while newer texts are saved elsewhere.
  const mail = useRequest('settings/mail', (signal) => call(readMail, {}, { signal }), { once: true });
  const leave = () => void navigate({ to: '/admin/settings', replace: true });
  return (
    <Box maxW="6xl">
      <PageHeader
        title={t`E-mails`}
        breadcrumb={[
          { label: t`Settings`, to: '/dashboard/settings' },
          { label: t`Shop settings`, to: '/admin/settings' },
        ]}
      />
      {mail.data ? (
        <MailForm answer={mail.data} onLeave={leave} />
      ) : mail.isLoading ? (
        <MailSkeleton />
      ) : (
        <Panel>
          <LoadState {...mail} />
        </Panel>
      )}
    </Box>
  );
}
