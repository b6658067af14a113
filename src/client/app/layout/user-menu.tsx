import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { CircleUser, LogOut, Send } from 'lucide-react';
import { useState } from 'react';
import type { SignedInPerson } from '../../api/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useRoleNames } from '../../text/statuses.ts';
import { Menu } from '../../ui/menu.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { routePaths } from '../paths/route-names.ts';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

const SignOutDialog = lazyPart(async () => (await import('../../features/settings/sign-out-dialog.tsx')).SignOutDialog);

/** The signed-in user's short name and role, with links to the account and the sign-out. */
export function UserMenu({ person }: { person: SignedInPerson }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isSigningOut, setSigningOut] = useState(false);
  const role = useRoleNames()[person.role];
  const name = shortName(person.name);
  const items = [
    {
      id: 'account',
      label: t`My account`,
      icon: CircleUser,
      onSelect: () => void navigate({ to: routePaths.settings }),
    },
    {
      id: 'outbox',
      label: t`Outbox`,
      icon: Send,
      isDirected: true,
      onSelect: () => void navigate({ to: routePaths.outbox }),
    },
    { id: 'logout', label: t`Log out`, icon: LogOut, isDirected: true, onSelect: () => setSigningOut(true) },
  ];
  return (
    <>
      <Menu
        label={t`Account`}
        items={items}
        header={
          <Box px="4" pt="3" pb="2" borderBottomWidth="1px" maxW="64">
            <FreeText fontWeight="semibold" truncate>
              {person.name}
            </FreeText>
            <Muted textStyle="xs" truncate dir="ltr">
              {person.email}
            </Muted>
          </Box>
        }
        trigger={(props) => (
          <Button {...props} variant="ghost" px={{ base: '1', md: '2' }} gap="2.5" minW="44px" title={person.name}>
            <Initials name={person.name} />
            <Box srOnly={{ base: true, lg: false }} textAlign="start" lineHeight="1.2">
              <FreeText maxW="36" truncate>
                {name}
              </FreeText>
              <chakra.span display="block" textStyle="2xs" color="fg.subtle" fontWeight="normal">
                {role}
              </chakra.span>
            </Box>
          </Button>
        )}
      />
      {isSigningOut ? <SignOutDialog onStay={() => setSigningOut(false)} /> : null}
    </>
  );
}

function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('');
  return (
    <Box
      as="span"
      boxSize="8"
      borderRadius="full"
      bg="brand.muted"
      color="brand.fg"
      display="grid"
      placeItems="center"
      textStyle="xs"
      fontWeight="semibold"
      textTransform="uppercase"
      aria-hidden="true"
    >
      <bdi>{initials}</bdi>
    </Box>
  );
}

/** "Amina Ben Salah" → "Amina S." */
function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]}.` : first;
}
