import { Trans } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { currentDatabase } from '../local/current.ts';
import type { OutboxItem } from '../local/stored.ts';
import { leaveOutFile } from '../sync/amend.ts';
import { isPendingItem } from '../sync/optimistic.ts';
import { useBusy } from '../ui/use-busy.ts';
import { Button } from '../ui/button.tsx';
import { useReportUnchanged } from './report-unchanged.ts';

/** Sends a waiting change without its file that does not get through; renders nothing for other changes. */
export function LeaveOutFile({ item }: { item: OutboxItem }) {
  const { busy, leaveOut } = useLeaveOutFile(item);
  if (!item.upload || !isPendingItem(item)) return null;
  return (
    <Button size="sm" variant="outline" loading={busy} onClick={leaveOut}>
      <Send data-mirror="" aria-hidden="true" />
      <Trans>Send without the file</Trans>
    </Button>
  );
}

/** Returns a function that leaves out the file of a waiting change that does not get through. */
export function useLeaveOutFile(item: OutboxItem): { busy: boolean; leaveOut: () => void } {
  const { busy, whileBusy } = useBusy();
  const reportUnchanged = useReportUnchanged();
  const leaveOut = () =>
    void whileBusy(async () => {
      const result = await leaveOutFile(currentDatabase(), item);
      if (result !== null) reportUnchanged(result);
    });
  return { busy, leaveOut };
}
