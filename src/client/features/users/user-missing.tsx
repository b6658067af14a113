import { Trans } from '@lingui/react/macro';
import { UserX } from 'lucide-react';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Shown instead of the page when no user has the id in its address. */
export function UserMissing() {
  return (
    <Panel>
      <EmptyState
        icon={UserX}
        title={<Trans>There is no such user.</Trans>}
        description={<Trans>The account may have been deleted.</Trans>}
        action={
          <ButtonLink to="/admin/users" variant="outline">
            <Trans>Back to users</Trans>
          </ButtonLink>
        }
      />
    </Panel>
  );
}
