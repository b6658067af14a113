import { Box } from '@chakra-ui/react/box';
import { Trans, useLingui } from '@lingui/react/macro';
import { Headset, Store } from 'lucide-react';
import type { SignedInPerson } from '../../api/session.ts';
import { routePaths } from '../paths/route-names.ts';
import { CategoryNav } from './category-nav.tsx';
import { NavEntry } from './nav-entry.tsx';
import { NavSection } from './nav-section.tsx';
import { useSidebarEntries, useOpenOrders } from './navigation.ts';

/** The content of the sidebar and the drawer: the role's pages, the categories, and for customers the support pages. */
export function NavigationList({ person, compact = false }: { person: SignedInPerson; compact?: boolean }) {
  const { t } = useLingui();
  const entries = useSidebarEntries(person.role);
  const openOrders = useOpenOrders();
  const isUser = person.role === 'user';
  return (
    <Box as="nav" aria-label={t`Main`} display="flex" flexDirection="column" gap="4" px={compact ? '2' : '3'} py="3">
      <NavSection>
        {entries.map(({ name, isOrders, ...entry }) => (
          <NavEntry key={name} {...entry} compact={compact} count={isOrders ? openOrders : undefined} />
        ))}
        {compact ? (
          <NavEntry
            to={routePaths[isUser ? 'pages.user.catalogue' : 'pages.admin.catalogue']}
            label={t`Catalogue`}
            icon={Store}
            compact
          />
        ) : null}
        {compact && isUser ? (
          <NavEntry to={routePaths['pages.user.tickets']} label={t`Tickets`} icon={Headset} compact />
        ) : null}
      </NavSection>
      {compact ? null : <CategoryNav role={person.role} />}
      {isUser && !compact ? (
        <NavSection title={<Trans>Support</Trans>}>
          <NavEntry to={routePaths['pages.user.tickets']} label={t`Tickets`} icon={Headset} />
        </NavSection>
      ) : null}
    </Box>
  );
}
