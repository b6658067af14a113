import { Box } from '@chakra-ui/react/box';
import { useLingui } from '@lingui/react/macro';
import { SkeletonBlock, SkeletonLines } from '../../ui/skeleton-lines.tsx';

/** The placeholder of a ticket while it loads. */
export function TicketSkeleton() {
  const { t } = useLingui();
  return (
    <Box role="status" aria-label={t`Loading`} display="flex" flexDirection="column" gap="6" maxW="3xl">
      <Box display="flex" flexDirection="column" gap="3">
        <SkeletonBlock h="3.5" w="24" />
        <SkeletonBlock h="7" w="70%" />
      </Box>
      <Box bg="bg.panel" borderWidth="1px" borderRadius="xl" p="5">
        <SkeletonLines lines={5} />
      </Box>
      <Box bg="bg.panel" borderWidth="1px" borderRadius="xl" p="5">
        <SkeletonLines lines={3} />
      </Box>
    </Box>
  );
}
