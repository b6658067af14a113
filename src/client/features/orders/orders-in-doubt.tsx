import { Box } from '@chakra-ui/react/box';
import { settleCallInDoubt, useCallsInDoubt } from '../../sync/use-pending-calls.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';

/** The calls in doubt: placed orders that are not in the list yet, and changes of status that move money. */
export function OrdersInDoubt() {
  const doubts = useCallsInDoubt();
  return doubts.length === 0 ? null : (
    <Box mb="4">
      <DoubtNotices doubts={doubts} onCheck={settleCallInDoubt} />
    </Box>
  );
}
