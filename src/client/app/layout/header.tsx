import { useLingui } from '@lingui/react/macro';
import { PanelLeft } from 'lucide-react';
import type { SignedInPerson } from '../../api/session.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PaletteHost } from './palette-host.tsx';
import { homeOf } from '../paths/route-names.ts';
import { BalanceChip } from './balance-chip.tsx';
import { BellMenu } from './bell-menu.tsx';
import { Brand } from './brand.tsx';
import { LanguageSelect } from './language-select.tsx';
import { SyncBadge } from './sync-badge.tsx';
import { UserMenu } from './user-menu.tsx';
import { Box, HStack } from '../../ui/theme/styled.tsx';

interface Props {
  person: SignedInPerson;
  isMenuOpen: boolean;
  onMenu: () => void;
}

/** The bar above every signed-in page. */
export function Header({ person, isMenuOpen, onMenu }: Props) {
  const { t } = useLingui();
  return (
    <HStack
      as="header"
      position="sticky"
      top="0"
      zIndex="sticky"
      h="13"
      gap={{ base: '0', sm: '1' }}
      px={{ base: '1', md: '4' }}
      bg="bg.panel"
      borderBottomWidth="1px"
    >
      <IconButton
        label={t`Menu`}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
        _expanded={{ bg: 'transparent' }}
        color="fg.muted"
        px="0"
        minW="44px"
      >
        <PanelLeft data-mirror="" />
      </IconButton>
      <PlainLink
        to={homeOf(person.role)}
        display="inline-flex"
        alignItems="center"
        minH="11"
        minW="44px"
        justifyContent="center"
        px="1"
        borderRadius="md"
        focusVisibleRing="inside"
      >
        <Brand name="wide" />
      </PlainLink>
      <Box flex="1" />
      {person.role === 'user' ? <BalanceChip /> : null}
      <PaletteHost person={person} />
      <SyncBadge />
      <Box hideBelow="sm">
        <LanguageSelect compact />
      </Box>
      <BellMenu role={person.role} />
      <UserMenu person={person} />
    </HStack>
  );
}
