import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { currentDatabase } from '../../local/current.ts';
import type { PassResult } from '../../sync/error-table.ts';
import { endUploadWaits } from '../../sync/amend.ts';
import { resendUndecided } from '../../sync/outbox.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useIsMemoryOnly } from '../../sync/use-storage-mode.ts';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';

/**
 * Returns `send`, which sends the waiting items and the parked items that the server has not decided. Then toasts say how
 * many parked changes were not sent, because the server had refused them, and why the pass failed.
 */
export function useSendNow(): { busy: boolean; send: () => Promise<void> } {
  const { t } = useLingui();
  const { busy, whileBusy } = useBusy();
  const isMemoryOnly = useIsMemoryOnly();
  const problems: Record<Exclude<PassResult['kind'], 'idle'>, string> = {
    offline: isMemoryOnly
      ? t`The server cannot be reached.`
      : t`The server cannot be reached. Your changes stay on this device.`,
    busy: t`The server is busy. It will be tried again automatically.`,
    uploads: t`A file does not get through. It will be tried again automatically.`,
    broken: t`The server is busy. It will be tried again automatically.`,
    signIn: t`Log in to send your changes.`,
    outdated: t`Update the app to send.`,
    full: t`This device is full. Free some space on it, so that your changes can be sent. Nothing is lost.`,
    storage: t`This device’s storage does not answer. Reload the page.`,
  };
  const send = async () => {
    const { refused } = await resendUndecided(currentDatabase());
    await endUploadWaits(currentDatabase());
    const { kind } = await syncNow();
    if (kind !== 'idle') toast({ kind, tone: 'warning', title: problems[kind] });
    if (refused > 0)
      toast({
        tone: 'info',
        title: t`${plural(refused, {
          one: '# change cannot be sent as it is. Edit or discard it below.',
          other: '# changes cannot be sent as they are. Edit or discard them below.',
        })}`,
      });
  };
  return { busy, send: () => whileBusy(send) };
}
