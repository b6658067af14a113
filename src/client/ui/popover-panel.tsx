import type { ComponentProps } from 'react';
import { chakra } from './theme/styled.tsx';

const Panel = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: '0',
    zIndex: 'overlay',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    maxW: 'calc(100vw - 16px)',
    bg: 'bg.raised',
    color: 'fg',
    borderWidth: '1px',
    borderRadius: 'lg',
    shadow: 'md',
    outline: 'none',
    // Not those of the cell or the line of text that the panel stands in.
    textAlign: 'start',
    fontWeight: 'normal',
    whiteSpace: 'normal',
    animation: 'rise 120ms cubic-bezier(0.2, 0, 0, 1)',
  },
});

/**
 * The panel that `usePopover` shows. It is focusable, because a press on text inside would otherwise move the focus out
 * of the panel and close it too early.
 */
export function PopoverPanel(props: ComponentProps<typeof Panel>) {
  return <Panel tabIndex={-1} {...props} popover="manual" />;
}
