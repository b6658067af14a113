import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';

const Line = chakra('span', {
  base: {
    display: 'block',
    overflowWrap: 'anywhere',
    textAlign: '-webkit-match-parent',
    '@supports (text-align: match-parent)': { textAlign: 'match-parent' },
  },
});

/** A short text of a person's in a list: read in its own direction, aligned as the page is. */
export function UserLine(props: ComponentProps<typeof Line>) {
  return <Line dir="auto" {...props} />;
}
