import type { ReactNode } from 'react';
import { Summary } from '../../ui/summary.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

/** A collapsible list, closed at first; its children are `FoldedItem`s. */
export function FoldedList({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <chakra.details mt={{ base: '2', md: '4' }} textStyle="sm">
      <Summary
        w="fit-content"
        color="fg.muted"
        minH={{ base: '11', md: '8' }}
        borderRadius="xs"
        focusVisibleRing="outside"
      >
        {title}
      </Summary>
      <chakra.ol mt="2" borderWidth="1px" borderRadius="lg" bg="bg.panel" overflow="hidden">
        {children}
      </chakra.ol>
    </chakra.details>
  );
}

/** One row of a `FoldedList`. */
export const FoldedItem = chakra('li', {
  base: {
    display: 'flex',
    px: '4',
    py: '2',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    _first: { borderTopWidth: '0' },
  },
});
