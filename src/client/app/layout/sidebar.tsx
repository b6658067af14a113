import type { SignedInPerson } from '../../api/session.ts';
import { NavigationList } from './navigation-list.tsx';
import { MenuLink } from './skip-link.tsx';
import { Box } from '../../ui/theme/styled.tsx';

/** The navigation of wide screens; `compact` shows icons only. */
export function Sidebar({ person, compact }: { person: SignedInPerson; compact: boolean }) {
  return (
    <Box
      id="menu"
      hideBelow="lg"
      position="sticky"
      top="3.25rem"
      h="calc(100dvh - 3.25rem)"
      width={compact ? '4rem' : '14.5rem'}
      flexShrink={0}
      overflowY="auto"
      overscrollBehavior="contain"
      scrollbarWidth="thin"
      _focusWithin={{ zIndex: 'docked' }}
    >
      <NavigationList person={person} compact={compact}>
        <MenuLink />
      </NavigationList>
    </Box>
  );
}
