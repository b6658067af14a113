import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';

const Panel = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: '0',
    zIndex: 'overlay',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    maxW: 'calc(100vw - 16px)',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderRadius: 'lg',
    shadow: 'md',
    outline: 'none',
    animation: 'rise 120ms cubic-bezier(0.2, 0, 0, 1)',
  },
});

/**
 * The surface that `usePopover` shows. It can take the focus, or a press on words inside would give the focus to what
 * lies around the panel, and the panel would close before the press has done anything.
 */
export function PopoverPanel(props: ComponentProps<typeof Panel>) {
  return <Panel tabIndex={-1} {...props} popover="manual" />;
}
