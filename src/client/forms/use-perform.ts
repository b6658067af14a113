import { useLingui } from '@lingui/react/macro';
import type { MutationArgs, MutationKind } from '../../contract/mutations.ts';
import { currentDatabase } from '../local/current.ts';
import type { StoredFile } from '../local/stored.ts';
import { parkedReason } from '../sync/outbox.ts';
import { performForm } from '../sync/perform.ts';
import { useOnline } from '../sync/use-sync-status.ts';
import { useRefusalText } from '../text/refusals.ts';
import { toast, type Toast } from '../ui/toast.ts';
import { useShowFailure } from '../ui/use-busy.ts';
import { reportOutcome, type OutcomeHandlers } from './report-outcome.ts';

/** A form that is sent: in the same transaction its files are stored, and its drafts are deleted. */
export interface SentForm {
  deleteDrafts?: (() => Promise<void>) | undefined;
  files?: readonly StoredFile[];
}

interface Options extends SentForm {
  /** The message about the accepted change; null for none. */
  done: string | null | (() => Promise<string>);
  refused: string;
  isAccepted: OutcomeHandlers['isAccepted'];
  /** Undoes the action, sent or not; gets the id of its outbox item. */
  undo?: (itemId: string) => Promise<void>;
}

/**
 * Returns a function that queues a change, also offline, and shows a toast: offline at once, otherwise when the server
 * has decided. It returns the id of the outbox item, or null when the device could not store it.
 */
export function usePerform(): <Kind extends MutationKind>(
  kind: Kind,
  args: MutationArgs<Kind>,
  options: Options,
) => Promise<string | null> {
  const { t } = useLingui();
  const db = currentDatabase();
  const online = useOnline();
  const showFailure = useShowFailure();
  const { refusal } = useRefusalText();
  return async (kind, args, { deleteDrafts, files = [], done, refused, isAccepted, undo }) => {
    const itemId = await performForm(db, kind, { args, deleteDrafts, files }).catch(showFailure);
    if (itemId === undefined) return null;
    const action = undo && { label: t`Undo`, onSelect: () => void undo(itemId).catch(showFailure) };
    if (online)
      reportOutcome(db, itemId, {
        isAccepted,
        onAccepted: () => void showAccepted(done, action),
        onParked: (item) => {
          const { code, details } = parkedReason(item);
          toast({ tone: 'error', title: refused, description: refusal(code, details) });
        },
      });
    else
      toast({
        kind: 'offline',
        tone: 'info',
        title: t`Saved on this device. It will be sent when you are connected.`,
        action,
      });
    return itemId;
  };
}

async function showAccepted(done: Options['done'], action: Toast['action']): Promise<void> {
  if (done !== null) toast({ tone: 'success', title: typeof done === 'string' ? done : await done(), action });
}
