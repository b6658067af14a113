import { Trans, useLingui } from '@lingui/react/macro';
import type { RoleName } from '../../../contract/permissions.ts';
import type { MoneyWords } from '../../forms/money-notices.tsx';
import { useRoleNames, type Tone } from '../../text/statuses.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { MutedSpan } from '../../ui/theme/styled.tsx';

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

const roleTones: Record<RoleName, Tone> = { user: 'neutral', agent: 'blue', admin: 'violet' };

/** A user's role as a badge. */
export function RoleBadge({ role }: { role: RoleName }) {
  const names = useRoleNames();
  return <StatusBadge label={names[role]} tone={roleTones[role]} />;
}

/** A time of a user's activity, `ago` as among the facts of one user; null where there was none. */
export function LastTime({ at, ago = false }: { at: string | null; ago?: boolean }) {
  if (at !== null) return <RelativeTime at={at} ago={ago} whiteSpace={{ sm: 'normal' }} />;
  return (
    <MutedSpan>
      <Trans>Never</Trans>
    </MutedSpan>
  );
}

/** The words for a part of a user's page that the server has not sent; the page says once that it needs a connection. */
export const NotLoaded = () => <Trans>Not loaded on this device yet.</Trans>;

/** What is said about a new user whose answer was lost. */
export const creationWords: MoneyWords = {
  checking: <Trans>We do not know yet whether the user was created. Checking…</Trans>,
  doubt: <Trans>We do not know yet whether the user was created.</Trans>,
  notApplied: <Trans>The user was not created. You can try again.</Trans>,
};
