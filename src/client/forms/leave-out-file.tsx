import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { currentDatabase } from '../local/current.ts';
import type { OutboxItem } from '../local/stored.ts';
import { leaveOutFile, type AmendResult } from '../sync/amend.ts';
import { isPendingItem } from '../sync/optimistic.ts';
import { toast } from '../ui/toast.ts';
import { useBusy } from '../ui/use-busy.ts';
import { Button } from '../ui/button.tsx';

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

/** Returns a function that says why a pending change could not be changed. */
export function useReportUnchanged(): (result: AmendResult) => void {
  const { t } = useLingui();
  return (result) => {
    if (result === 'unknown')
      toast({
        kind: 'offline',
        tone: 'warning',
        title: t`This may have arrived already. It can be changed when you are connected.`,
      });
    if (result === 'applied') toast({ tone: 'info', title: t`The server had accepted this already.` });
  };
}
