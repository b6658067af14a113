import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import type { RoleName } from '../../../contract/people.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** Returns the names of the roles. */
export function useRoleNames(): Record<RoleName, string> {
  const { t } = useLingui();
  return { user: t({ message: 'Customer', context: 'role' }), admin: t`Admin` };
}

/** Returns the names of the form's fields, for the sentences under them. */
export function useFieldNames() {
  const { t } = useLingui();
  return {
    name: t`Name`,
    email: t`E-mail`,
    username: t`Username`,
    password: t`Password`,
    role_id: t`Role`,
    balance: t`Opening balance`,
    pin: t`PIN`,
    current_password: t`Current password`,
  };
}

/** A user's role as a badge. */
export function RoleBadge({ role }: { role: RoleName }) {
  const names = useRoleNames();
  return <StatusBadge label={names[role]} tone={role === 'admin' ? 'violet' : 'neutral'} />;
}

/** Whether an account is active, as a badge. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const { t } = useLingui();
  return <StatusBadge label={isActive ? t`Active` : t`Inactive`} tone={isActive ? 'green' : 'red'} />;
}

/** A time of a user's activity; null where there was none. */
export function LastTime({ at }: { at: string | null }) {
  if (at !== null) return <RelativeTime at={at} whiteSpace={{ sm: 'normal' }} />;
  return (
    <chakra.span color="fg.muted">
      <Trans>Never</Trans>
    </chakra.span>
  );
}
