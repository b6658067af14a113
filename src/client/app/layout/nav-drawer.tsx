import { Trans, useLingui } from '@lingui/react/macro';
import { Search, X } from 'lucide-react';
import type { SignedInPerson } from '../../api/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { openPalette } from './palette-host.tsx';
import { Brand } from './brand.tsx';
import { LanguageSelect } from './language-select.tsx';
import { NavigationList } from './navigation-list.tsx';
import { Box, HStack, Stack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The sidebar of small screens, behind the menu toggle; it closes when a page has been chosen. */
export function NavDrawer({ person, open, onClose }: { person: SignedInPerson; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Modal
      open={open}
      onClose={onClose}
      aria-label={t`Menu`}
      position="fixed"
      insetY="0"
      insetStart="0"
      insetEnd="auto"
      h="100dvh"
      w="min(19rem, calc(100vw - 48px))"
      shadow="lg"
      animation="slideStart 240ms cubic-bezier(0.2, 0, 0, 1)"
      _rtl={{ '--slide-from': '100%' }}
    >
      <Stack h="full">
        <HStack justifyContent="space-between" ps="5" pe="2" h="13" borderBottomWidth="1px" flexShrink={0}>
          <Brand />
          <IconButton label={t`Close`} color="fg.muted" onClick={onClose}>
            <X size="1.25rem" />
          </IconButton>
        </HStack>
        <PaletteButton onClose={onClose} />
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- closes when a link inside is followed, by mouse or keyboard */}
        <Box
          flex="1"
          overflowY="auto"
          overscrollBehavior="contain"
          onClick={(event) => (event.target as HTMLElement).closest('a') && onClose()}
        >
          <NavigationList person={person} />
        </Box>
        <Box borderTopWidth="1px" px="3" py="2" pb="max(0.5rem, env(safe-area-inset-bottom))">
          <LanguageSelect />
        </Box>
      </Stack>
    </Modal>
  );
}

/** Opens the palette in place of the drawer. */
function PaletteButton({ onClose }: { onClose: () => void }) {
  const open = () => {
    onClose();
    setTimeout(openPalette);
  };
  return (
    <Box px="4" pt="3">
      <Button variant="outline" w="full" justifyContent="flex-start" onClick={open}>
        <Search aria-hidden="true" />
        <Trans>Search and go to</Trans>
      </Button>
    </Box>
  );
}
