import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { currentDatabase } from '../../local/current.ts';
import type { PassEnd } from '../../sync/error-table.ts';
import { resendUndecided } from '../../sync/outbox.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useKeepsNothing } from '../../sync/use-storage-mode.ts';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';

/**
 * Sends everything that can be sent: what waits, and parked items the server has not decided. Says what stays here:
 * how many changes the server has refused as they are, or why it could not be reached.
 */
export function useSendNow(): { busy: boolean; send: () => Promise<void> } {
  const { t } = useLingui();
  const { busy, whileBusy } = useBusy();
  const keepsNothing = useKeepsNothing();
  const why: Record<Exclude<PassEnd['kind'], 'idle'>, string> = {
    offline: keepsNothing
      ? t`The server cannot be reached.`
      : t`The server cannot be reached. Your changes stay on this device.`,
    busy: t`The server is busy. It will be tried again automatically.`,
    broken: t`The server is busy. It will be tried again automatically.`,
    signIn: t`Log in to send your changes.`,
    outdated: t`Update the app to send.`,
    storage: t`This device’s storage does not answer. Reload the page.`,
  };
  const send = async () => {
    const { refused } = await resendUndecided(currentDatabase());
    const { kind } = await syncNow();
    if (kind !== 'idle') toast({ kind, tone: 'warning', title: why[kind] });
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
