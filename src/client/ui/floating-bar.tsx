import type { ComponentProps } from 'react';
import { usePageMark } from './use-page-mark.ts';
import { chakra } from './theme/styled.tsx';

/** The place of the bars at the bottom of the screen, over the rows: no row moves when one is selected. */
export const FloatingBars = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'docked',
    bottom: { base: 'calc(3.5rem + 8px + env(safe-area-inset-bottom))', md: '4' },
    insetStart: { base: '3', md: '6', lg: '16rem' },
    insetEnd: { base: '3', md: '6' },
    display: 'flex',
    flexDirection: 'column',
    alignItems: { md: 'flex-start' },
    gap: '2',
    pointerEvents: 'none',
  },
});

/** A bar inside `FloatingBars`, such as the actions for selected rows; messages stay above it (`toaster-host.tsx`). */
export function FloatingBar(props: ComponentProps<typeof Bar>) {
  usePageMark('floating-bar');
  return <Bar {...props} />;
}

/** The props of a button on the inverted ground of a bar. */
export const onBar = {
  variant: 'ghost',
  color: 'inherit',
  _hover: { bg: 'bg.onInverted' },
  _expanded: { bg: 'bg.onInverted' },
} as const;

const Bar = chakra('div', {
  base: {
    pointerEvents: 'auto',
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    minH: '13',
    maxW: 'full',
    px: '2',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    bg: 'bg.inverted',
    color: 'fg.inverted',
    borderRadius: 'xl',
    shadow: 'lg',
    textStyle: 'sm',
    animation: 'rise 120ms cubic-bezier(0.2, 0, 0, 1)',
  },
});
