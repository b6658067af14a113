import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useCount } from '../../text/money.ts';
import { useStatuses } from '../../text/statuses.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { paletteOf } from '../../ui/status-badge.tsx';
import { countOpenTickets } from './queries.ts';

/** How many tickets are in each open status; each figure leads to its list. */
export function OpenTicketCounts() {
  const counts = useLiveQuery(() => countOpenTickets(currentDatabase()), []);
  const statuses = useStatuses();
  const shown = useCount();
  return (
    <Box
      display="grid"
      gap={{ base: '3', md: '4' }}
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
    >
      {(counts ?? [{ status: 'new' }, { status: 'open' }, { status: 'in_progress' }, { status: 'pending' }]).map(
        (row) => {
          const { label, tone } = statuses.ticket(row.status);
          return (
            <PlainLink
              key={row.status}
              to="/admin/tickets"
              search={{ status: row.status } as never}
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
                {'count' in row ? shown(row.count) : <SkeletonBlock h="6" my="1" w="12" />}
              </Box>
            </PlainLink>
          );
        },
      )}
    </Box>
  );
}
