import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { useRegisterSW } from 'virtual:pwa-register/react';
import { updateApp } from '../sync/app-update.ts';
import { useFreeEdge } from '../ui/use-free-edge.ts';
import { Box, chakra, Muted } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

/** Milliseconds between two checks for a new version. */
const checkIntervalMs = 3_600_000;

/** Registers the service worker and offers a new version that is ready; a click or the next start activates it. */
export function UpdatePrompt() {
  const {
    needRefresh: [isWaiting, setWaiting],
  } = useRegisterSW({
    onRegisteredSW: (_url, registration) => {
      if (registration) setInterval(() => void registration.update().catch(() => undefined), checkIntervalMs);
    },
    // Another tab has activated the new version. A visible tab only offers to reload, so that typed text is not lost.
    onNeedReload: () => (document.hidden ? location.reload() : setWaiting(true)),
  });
  const box = useRef<HTMLDivElement>(null);
  const place = useFreeEdge(box, isWaiting);
  if (!isWaiting) return null;
  return (
    <Box
      ref={box}
      role="status"
      position="fixed"
      zIndex="toast"
      {...(place === 'top'
        ? { top: '16' }
        : { bottom: { base: 'calc(4.5rem + env(safe-area-inset-bottom))', md: '6' } })}
      insetStart={{ base: '3', md: '6' }}
      w={{ base: 'calc(100vw - 24px)', sm: '22rem' }}
      p="4"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="xl"
      shadow="md"
      animation="rise 180ms cubic-bezier(0.2, 0, 0, 1)"
    >
      <chakra.p fontWeight="medium">
        <Trans>A new version is ready</Trans>
      </chakra.p>
      <Muted>
        <Trans>What you have written is kept.</Trans>
      </Muted>
      <Box display="flex" gap="2" mt="3">
        <Button size="sm" onClick={() => void updateApp()}>
          <Trans>Reload</Trans>
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setWaiting(false)}>
          <Trans>Later</Trans>
        </Button>
      </Box>
    </Box>
  );
}
