import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { chakra } from './theme/styled.tsx';

/** The summary of a `details`, with a chevron at its end in place of the browser's triangle. */
export function Summary({ children, ...rest }: ComponentProps<typeof Line>) {
  return (
    <Line {...rest}>
      {children}
      <ChevronDown size="1.125em" aria-hidden="true" />
    </Line>
  );
}

const Line = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '11',
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '& > svg': { flexShrink: 0, color: 'fg.muted', transitionProperty: 'rotate', transitionDuration: 'fast' },
    '[open] > &': { '& > svg': { rotate: '180deg' } },
  },
});
