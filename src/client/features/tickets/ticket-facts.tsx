import type { ReactNode } from 'react';
import { Box, chakra } from '../../ui/theme/styled.tsx';

export interface TicketFact {
  name: string;
  value: ReactNode;
}

/** Facts of a ticket with their names, side by side. */
export function TicketFacts({ facts }: { facts: readonly TicketFact[] }) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(8.25rem, max-content))' }}
      columnGap="5"
      rowGap="3"
      textStyle="sm"
    >
      {facts.map(({ name, value }) => (
        <Box key={name} minW="0">
          <chakra.dt textStyle="xs" color="fg.muted">
            {name}
          </chakra.dt>
          <chakra.dd mt="0.5">{value}</chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}
