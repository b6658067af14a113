import { Box } from '@chakra-ui/react/box';
import { useLingui } from '@lingui/react/macro';
import { SkeletonBlock, SkeletonLines } from '../../ui/skeleton-lines.tsx';

/** The placeholder of a ticket while it loads, with the measures of its header, its facts and its messages. */
export function TicketSkeleton() {
  const { t } = useLingui();
  return (
    <Box role="status" aria-label={t`Loading`} maxW="3xl">
      <Box display="flex" alignItems="center" minH="12">
        <SkeletonBlock h="6" w="60%" />
      </Box>
      <SkeletonBlock h="5" w="32" mt="1" mb="4" />
      <Box display="grid" gridTemplateColumns={{ base: 'repeat(2, 1fr)', sm: 'repeat(4, 8.25rem)' }} gap="5">
        {['Type', 'Priority', 'Created', 'Updated'].map((fact) => (
          <Box key={fact} display="flex" flexDirection="column" gap="1.5">
            <SkeletonBlock h="3" w="12" />
            <SkeletonBlock h="3.5" w="24" />
          </Box>
        ))}
      </Box>
      <MessageSkeleton lines={2} mt="14" ms="auto" />
      <MessageSkeleton lines={3} mt="9" ms="9" />
    </Box>
  );
}

/** A message of the customer is at the end, one of the shop at the start. */
function MessageSkeleton({ lines, mt, ms }: { lines: number; mt: string; ms: string }) {
  return (
    <Box w="min(34rem, 80%)" mt={mt} ms={ms} px="3.5" py="3" bg="bg.panel" borderWidth="1px" borderRadius="xl">
      <SkeletonLines lines={lines} />
    </Box>
  );
}
