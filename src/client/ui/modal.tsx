import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { usePageMark } from './use-page-mark.ts';
import { chakra } from './theme/styled.tsx';

const Surface = chakra('dialog', {
  base: {
    m: '0',
    p: '0',
    color: 'fg',
    bg: 'bg.panel',
    borderWidth: '0',
    maxW: 'none',
    maxH: 'none',
    outline: 'none',
    // Not those of the cell or the line of text that the dialog stands in.
    textAlign: 'start',
    fontWeight: 'normal',
    whiteSpace: 'normal',
  },
});

export interface ModalProps extends Omit<ComponentProps<typeof Surface>, 'onClose' | 'children'> {
  open: boolean;
  /** Escape, a press on the backdrop, or the device's back gesture. */
  onClose: () => void;
  /** Ignores presses on the backdrop: for forms with typed text. */
  ignoresBackdrop?: boolean;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: the page behind it is inert, Escape closes it, and the focus then returns to its
 * earlier element. The first focus is on the element with `data-autofocus`, else on the first field of a form, else on
 * the title (`data-title`), also when the content is loaded later.
 */
export function Modal({ open, ...rest }: ModalProps) {
  return open ? <OpenModal {...rest} /> : null;
}

function OpenModal({ onClose, ignoresBackdrop = false, children, ...rest }: Omit<ModalProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    const stop = focusFirst(element);
    return () => {
      stop();
      element.close();
    };
  }, []);
  usePageMark('modal');
  useKeyboardRoom(dialog);
  const onPress = (event: MouseEvent) => {
    if (event.target === dialog.current && !ignoresBackdrop) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the keyboard's way; the press is on the backdrop
    <Surface
      ref={dialog}
      {...rest}
      onMouseDown={onPress}
      onCancel={(event) => {
        // The events of a dialog or a file field inside this one arrive here, too.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {children}
    </Surface>
  );
}

const firstField = 'form :is(input:not([type=file]), textarea, select):not(:disabled)';

/** Moves the focus to the first field, or to the title until there is one; returns a function that ends the waiting. */
function focusFirst(dialog: HTMLElement): () => void {
  const title = dialog.querySelector<HTMLElement>('[data-title]');
  const focus = () => {
    const target =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>(firstField);
    (target ?? title)?.focus();
    return target !== null;
  };
  if (focus() || !title) return () => undefined;
  const watcher = new MutationObserver(() => {
    if (document.activeElement !== title || focus()) watcher.disconnect();
  });
  watcher.observe(dialog, { childList: true, subtree: true });
  return () => watcher.disconnect();
}

/** Sets `--keyboard` to the height that the on-screen keyboard covers, where the browser does not shrink the page. */
function useKeyboardRoom(dialog: { current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const measure = () =>
      dialog.current?.style.setProperty(
        '--keyboard',
        `${Math.max(0, window.innerHeight - view.height - view.offsetTop)}px`,
      );
    view.addEventListener('resize', measure);
    return () => view.removeEventListener('resize', measure);
  }, [dialog]);
}
