import { useLingui } from '@lingui/react/macro';
import { SkeletonBlock, SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { Box } from '../../ui/theme/styled.tsx';

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

const controls = ['20', '16', '24', '28', '20'];

/** The placeholder of a ticket for support: its header with the way to the next one, its controls and its messages. */
export function SupportTicketSkeleton() {
  const { t } = useLingui();
  return (
    <Box role="status" aria-label={t`Loading`}>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" minH="12" py="0.5">
        <SkeletonBlock h="3.5" w="16" hideFrom="md" />
        <SkeletonBlock h="6" w={{ base: '75%', md: '55%' }} order={{ base: 1, md: 0 }} />
        <SkeletonBlock h={{ base: '11', md: '9' }} w="32" ms="auto" borderRadius="md" />
      </Box>
      <Box display="flex" gap="2" mt={{ base: '3', md: '1' }} overflow="hidden">
        {controls.map((width, at) => (
          <SkeletonBlock key={at} h="6" w={width} flexShrink={0} borderRadius="md" />
        ))}
      </Box>
      <MessageSkeleton lines={2} mt="16" ms="9" />
      <MessageSkeleton lines={2} mt="9" ms="auto" />
      <MessageSkeleton lines={3} mt="9" ms="9" />
    </Box>
  );
}

/** For customers their own messages are at the end, those of the shop at the start. */
function MessageSkeleton({ lines, mt, ms }: { lines: number; mt: string; ms: string }) {
  return (
    <Box w="min(34rem, 80%)" mt={mt} ms={ms} px="3.5" py="3" bg="bg.panel" borderWidth="1px" borderRadius="xl">
      <SkeletonLines lines={lines} />
    </Box>
  );
}
