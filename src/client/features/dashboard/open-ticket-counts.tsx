import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { openTicketStatuses } from '../../../contract/ticket-rules.ts';
import type { TicketStatus } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useFormatCount } from '../../text/money.ts';
import { useStatuses } from '../../text/statuses.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { paletteOf } from '../../ui/status-badge.tsx';
import { countOpenTickets } from './queries.ts';

/** The number of tickets in each open status; each figure links to its list. */
export function OpenTicketCounts() {
  const counts = useLiveQuery(() => countOpenTickets(currentDatabase()), []);
  const rows: { status: TicketStatus; count?: number }[] = counts ?? openTicketStatuses.map((status) => ({ status }));
  return (
    <Box
      display="grid"
      gap={{ base: '3', md: '4' }}
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
    >
      {rows.map((row) => (
        <StatusCount key={row.status} {...row} />
      ))}
    </Box>
  );
}

/** The number of tickets in one status; a skeleton until it is known. */
function StatusCount({ status, count }: { status: TicketStatus; count?: number }) {
  const formatCount = useFormatCount();
  const { label, tone } = useStatuses().ticket(status);
  return (
    <PlainLink
      to="/admin/tickets"
      search={{ status } as never}
      colorPalette={paletteOf(tone)}
      display="block"
      p="4"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="xl"
      focusVisibleRing="outside"
      transitionProperty="border-color"
      transitionDuration="fast"
      _hover={{ borderColor: 'border.control' }}
    >
      <chakra.span display="flex" alignItems="center" gap="2" color="fg.muted" textStyle="sm">
        <Box as="span" boxSize="2" borderRadius="full" bg="colorPalette.dot" aria-hidden="true" />
        {label}
      </chakra.span>
      <Box
        as="span"
        className="numbers"
        display="block"
        mt="1"
        textStyle="2xl"
        fontWeight="semibold"
        letterSpacing="tighter"
      >
        {count === undefined ? <SkeletonBlock h="6" my="1" w="12" /> : formatCount(count)}
      </Box>
    </PlainLink>
  );
}
