import { useId } from 'react';
import type { ReactNode } from 'react';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** A titled group of entries in the sidebar. */
export function NavSection({ title, children }: { title?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Box>
      {title ? (
        <chakra.h2 id={id} px="3" h="7" display="flex" alignItems="center" textStyle="label" color="fg.subtle">
          {title}
        </chakra.h2>
      ) : null}
      <chakra.ul display="flex" flexDirection="column" gap="0.5" aria-labelledby={title ? id : undefined}>
        {children}
      </chakra.ul>
    </Box>
  );
}
