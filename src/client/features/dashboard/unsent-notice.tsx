import { settleCallInDoubt, useCallsInDoubt } from '../../sync/use-pending-calls.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const UnsentChanges = lazyPart(async () => (await import('./unsent-changes.tsx')).UnsentChanges);
const DoubtNotices = lazyPart(async () => (await import('../../ui/doubt-notices.tsx')).DoubtNotices);

/** Shows the unsent changes and orders in doubt of this device; renders nothing without any. */
export function UnsentNotice() {
  const { inDoubt, waiting, parked } = useSyncStatus();
  return (
    <>
      {inDoubt > 0 ? <OrdersInDoubt /> : null}
      {waiting + parked > 0 ? <UnsentChanges /> : null}
    </>
  );
}

function OrdersInDoubt() {
  return <DoubtNotices doubts={useCallsInDoubt()} onCheck={settleCallInDoubt} />;
}
