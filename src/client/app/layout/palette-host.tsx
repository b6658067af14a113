import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { SignedInPerson } from '../../api/session.ts';
import { createSignal } from '../../base/signal.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const opened = createSignal();

/** Opens the palette, from a place without a button of its own. */
export const openPalette = (): void => opened.emit();

/**
 * The button of the palette, and the palette while it is open: by `/` outside fields, and by Ctrl K anywhere (S2V-01), but
 * over a dialog only if that shows a record.
 */
export function PaletteHost({ person }: { person: SignedInPerson }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    const unsubscribe = opened.subscribe(() => setOpen(true));
    return () => {
      document.removeEventListener('keydown', onKey);
      unsubscribe();
    };
  }, []);
  return (
    <>
      <IconButton
        label={t`Search and go to`}
        aria-keyshortcuts="/ Control+K"
        aria-haspopup="dialog"
        hideBelow="md"
        color="fg.muted"
        onClick={() => setOpen(true)}
      >
        <Search />
      </IconButton>
      <Suspense fallback={null}>{isOpen ? <Palette person={person} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}

const isPaletteKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.altKey &&
  document.querySelector('dialog[open]:not([data-record])') === null &&
  (event.ctrlKey || event.metaKey ? isKeyK(event) : event.key === '/' && !isInField(event.target));

/** Also on keyboards of other alphabets. */
const isKeyK = ({ key, code, shiftKey }: KeyboardEvent): boolean =>
  !shiftKey && (key.toLowerCase() === 'k' || code === 'KeyK');

const isInField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;
