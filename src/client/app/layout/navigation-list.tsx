import { Trans, useLingui } from '@lingui/react/macro';
import { CircleQuestionMark, Headset, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SignedInPerson } from '../../api/session.ts';
import { routePaths } from '../paths/route-names.ts';
import { CategoryNav } from './category-nav.tsx';
import { NavEntry } from './nav-entry.tsx';
import { NavSection } from './nav-section.tsx';
import { useNavigationCounts, useSidebarEntries } from './navigation.ts';
import { Stack } from '../../ui/theme/styled.tsx';

interface Props {
  person: SignedInPerson;
  compact?: boolean;
  /** After the last entry. */
  children?: ReactNode;
}

/** The content of the sidebar and the drawer: the role's pages, the categories, and the support pages. */
export function NavigationList({ person, compact = false, children }: Props) {
  const { t } = useLingui();
  const entries = useSidebarEntries(person.role);
  const numbers = useNavigationCounts(person.role);
  const isUser = person.role === 'user';
  const support = useSupportEntries(isUser);
  return (
    <Stack as="nav" aria-label={t`Main`} gap="4" px={compact ? '2' : '3'} py="3">
      <NavSection>
        {entries.map(({ name, counts, ...entry }) => (
          <NavEntry key={name} {...entry} compact={compact} count={counts && numbers[counts]} />
        ))}
        {compact ? (
          <NavEntry
            to={routePaths[isUser ? 'pages.user.catalogue' : 'pages.admin.catalogue']}
            label={t`Catalogue`}
            icon={Store}
            compact
          />
        ) : null}
        {compact ? support.map((entry) => <NavEntry key={entry.to} {...entry} compact />) : null}
      </NavSection>
      {compact ? null : (
        <>
          <CategoryNav role={person.role} />
          <NavSection title={isUser ? <Trans>Support</Trans> : null}>
            {support.map((entry) => (
              <NavEntry key={entry.to} {...entry} />
            ))}
          </NavSection>
        </>
      )}
      {children}
    </Stack>
  );
}

/** The help, and before it the tickets of customers; admins have theirs among their pages. */
function useSupportEntries(isUser: boolean) {
  const { t } = useLingui();
  const tickets = { to: routePaths['pages.user.tickets'], label: t`Tickets`, icon: Headset };
  const help = { to: routePaths['pages.dashboard.help'], label: t`Help`, icon: CircleQuestionMark };
  return isUser ? [tickets, help] : [help];
}
