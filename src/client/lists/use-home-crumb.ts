import { useLingui } from '@lingui/react/macro';
import { can } from '../../contract/permissions.ts';
import { signedInPerson } from '../api/session.ts';

interface Crumb {
  label: string;
  to: string;
}

/** Returns the first pages of a breadcrumb: the user's dashboard, or nothing for agents, who have none. */
export function useHomeCrumb(): Crumb[] {
  const { t } = useLingui();
  const role = signedInPerson()?.role ?? 'user';
  const hasDashboard = role === 'user' || can(role, 'money');
  return hasDashboard ? [{ label: t`Dashboard`, to: '/dashboard' }] : [];
}
