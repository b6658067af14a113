import { Trans } from '@lingui/react/macro';
import type { BulkCounts } from './queries.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The progress of the last bulk update while some of its changes are pending: "12 of 20 sent". */
export function BulkProgress({ bulk }: { bulk: BulkCounts | null }) {
  if (!bulk || bulk.waiting === 0) return null;
  const { total, waiting, parked } = bulk;
  const sent = total - waiting - parked;
  return (
    <Box mt="4" px="4" py="3" borderWidth="1px" borderRadius="lg" bg="bg.panel" textStyle="sm">
      <chakra.p className="numbers" aria-live="polite">
        <Trans>
          Bulk update: {sent} of {total} sent
        </Trans>
      </chakra.p>
      <Box mt="2" h="1.5" borderRadius="full" bg="bg.muted" overflow="hidden" aria-hidden="true">
        <Box h="full" bg="brand.solid" borderRadius="full" style={{ width: `${(100 * sent) / total}%` }} />
      </Box>
    </Box>
  );
}
