import { useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { IconButton } from './icon-button.tsx';
import { currentToasts, dismissToast, pauseToasts, onToasts } from './toast.ts';
import type { Toast } from './toast.ts';
import { useFreeEdge } from './use-free-edge.ts';
import { Box, chakra, Muted, Stack } from './theme/styled.tsx';
import { Button } from './button.tsx';

const looks = {
  success: { palette: 'green', Icon: CircleCheck },
  info: { palette: 'blue', Icon: Info },
  warning: { palette: 'amber', Icon: TriangleAlert },
  error: { palette: 'red', Icon: CircleAlert },
};

/** Shows the toasts in a corner, above dialogs; dismissals pause while the pointer or the focus is inside. */
export function ToasterHost() {
  const { t } = useLingui();
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => () => pauseToasts(false), []);
  useEffect(() => {
    // Shows the host again, so that it is above dialogs that were opened since.
    host.current?.hidePopover?.();
    host.current?.showPopover?.();
  }, [toasts.length]);
  const place = useFreeEdge(host, toasts);
  useRoomAboveSheets(host, toasts.length);
  return (
    <Host
      ref={host}
      data-place={place}
      popover="manual"
      role="region"
      aria-label={t`Messages`}
      onMouseEnter={() => pauseToasts(true)}
      onMouseLeave={() => pauseToasts(false)}
      onFocus={() => pauseToasts(true)}
      onBlur={() => pauseToasts(false)}
    >
      <Stack role="status" aria-live="polite" aria-atomic="false" gap="2">
        {toasts.map((one) => (
          <Message key={one.id} toast={one} />
        ))}
      </Stack>
    </Host>
  );
}

/** Sets `--toasts` to the height of the toasts, by which a dialog that fills a phone begins lower: they cover none of it. */
function useRoomAboveSheets(host: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    if (!host.current || count === 0) return undefined;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(([entry]) =>
      style.setProperty('--toasts', `${Math.round(entry!.contentRect.height) + 2 * gapToSheet}px`),
    );
    sizes.observe(host.current);
    return () => {
      sizes.disconnect();
      style.removeProperty('--toasts');
    };
  }, [host, count]);
}

/** In px, above and below the toasts. */
const gapToSheet = 8;

function Message({ toast }: { toast: Toast }) {
  const { t } = useLingui();
  const { palette, Icon } = looks[toast.tone];
  const act = () => {
    dismissToast(toast.id);
    toast.action?.onSelect();
  };
  return (
    <Box
      colorPalette={palette}
      display="flex"
      alignItems="flex-start"
      gap="3"
      ps="4"
      pe="1"
      py="1"
      bg="bg.raised"
      borderWidth="1px"
      borderRadius="lg"
      shadow="md"
      animation="rise 180ms cubic-bezier(0.2, 0, 0, 1)"
    >
      <Box pt="2.5" color="colorPalette.fg" aria-hidden="true">
        <Icon size="1.125rem" />
      </Box>
      <Box flex="1" minW="0" py="2">
        <chakra.p fontWeight="medium">{toast.title}</chakra.p>
        {toast.description ? <Muted>{toast.description}</Muted> : null}
        {toast.action ? (
          <Button variant="plain" size="sm" color="brand.fg" px="0" onClick={act}>
            {toast.action.label}
          </Button>
        ) : null}
      </Box>
      <IconButton size="sm" label={t`Dismiss`} color="fg.subtle" onClick={() => dismissToast(toast.id)}>
        <X size="1rem" />
      </IconButton>
    </Box>
  );
}

const Host = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    bottom: { base: 'calc(4.5rem + env(safe-area-inset-bottom))', md: '6' },
    'html[data-has-floating-bar] &': { bottom: { base: 'calc(8.5rem + env(safe-area-inset-bottom))', md: '20' } },
    '&[data-place=top]': { bottom: 'auto', top: '16' },
    'html[data-has-modal] &': { smDown: { bottom: 'auto', top: `${gapToSheet}px` } },
    insetEnd: { base: '3', md: '6' },
    w: { base: 'calc(100vw - 24px)', sm: '22rem' },
    m: '0',
    p: '0',
    bg: 'transparent',
    color: 'fg',
    overflow: 'visible',
    zIndex: 'toast',
    textStyle: 'sm',
  },
});
