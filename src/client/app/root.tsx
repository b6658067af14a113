import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode, useSyncExternalStore } from 'react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useIsMemoryOnly } from '../sync/use-storage-mode.ts';
import { getSystem } from '../ui/theme/system.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { currentToasts, onToasts } from '../ui/toast.ts';
import { Box, chakra } from '../ui/theme/styled.tsx';

// A page stays when the connection is lost before their code has arrived.
const isOptional = true;
const UpdatePrompt = lazyPart(async () => (await import('./update-prompt.tsx')).UpdatePrompt, null, {
  isOptional,
  isLate: true,
});
const ToasterHost = lazyPart(async () => (await import('../ui/toaster-host.tsx')).ToasterHost, null, { isOptional });

/** The page, with the storage notice, toasts, the update prompt, and the announcement of its title. */
export function Root() {
  return (
    <>
      <StorageNotice />
      <Outlet />
      <Announcer />
      <Toaster />
      <UpdatePrompt />
    </>
  );
}

/** The banner above every page while data is held in memory only; says what does not work then (OF-21). */
function StorageNotice() {
  if (!useIsMemoryOnly()) return null;
  return (
    <Box
      role="status"
      colorPalette="amber"
      px="4"
      py="2"
      bg="colorPalette.subtle"
      borderBottomWidth="1px"
      borderColor="colorPalette.border"
      textStyle="sm"
      textAlign="center"
      textWrap="balance"
    >
      <Trans>
        This browser keeps no data for this site. The app works online only, and what was not sent is lost when you
        close or reload the page.
      </Trans>
    </Box>
  );
}

const ScreenReaderStatus = chakra('div', { base: { srOnly: true } });

/** Provides the language and the theme. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <ChakraProvider value={getSystem()}>{children}</ChakraProvider>
    </I18nProvider>
  );
}

/**
 * Renders the toasts; loads their code when the first one is shown.
 *
 * @internal Exported for tests: they show toasts without the page around them.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  return toasts.length > 0 ? <ToasterHost /> : null;
}

/**
 * After a navigation, moves the focus to the start of the new page, unless the page has put it into a field, and
 * announces its title to screen readers.
 */
function Announcer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const [firstPath] = useState(path);
  const [hasLeft, setHasLeft] = useState(false);
  const [title, setTitle] = useState('');
  const isFirst = !hasLeft && path === firstPath;
  if (!hasLeft && path && !isFirst) setHasLeft(true);
  useEffect(() => {
    if (!path || isFirst) return undefined;
    if (!document.activeElement?.matches('main textarea'))
      document.getElementById('main')?.focus({ preventScroll: true });
    const timer = setTimeout(() => setTitle(document.title), 150);
    return () => clearTimeout(timer);
  }, [path, isFirst]);
  return (
    <ScreenReaderStatus role="status" aria-live="polite">
      {title}
    </ScreenReaderStatus>
  );
}
