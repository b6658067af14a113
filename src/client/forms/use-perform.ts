import { useLingui } from '@lingui/react/macro';
import type { MutationArgs, MutationKind } from '../../contract/mutations.ts';
import { currentDatabase } from '../local/current.ts';
import type { StoredFile } from '../local/stored.ts';
import { performForm } from '../sync/perform.ts';
import { useOnline } from '../sync/use-sync-status.ts';
import { useRefusalText } from '../text/refusals.ts';
import { toast } from '../ui/toast.ts';
import { useShowFailure } from '../ui/use-busy.ts';
import { reportOutcome, type OutcomeHandlers } from './report-outcome.ts';

/** A form that is sent: in the same transaction its files are stored, and the draft of this name is deleted. */
export interface SentForm {
  draft?: string | undefined;
  files?: readonly StoredFile[];
}

interface Options extends SentForm {
  done: string;
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
  return async (kind, args, { draft, files = [], done, refused, isAccepted, undo }) => {
    const itemId = await performForm(db, kind, { args, draft, files }).catch(showFailure);
    if (itemId === undefined) return null;
    const action = undo && { label: t`Undo`, onSelect: () => void undo(itemId).catch(showFailure) };
    if (online)
      reportOutcome(db, itemId, {
        isAccepted,
        onAccepted: () => toast({ tone: 'success', title: done, action }),
        onParked: ({ error }) =>
          toast({ tone: 'error', title: refused, description: error && refusal(error.code, error.details) }),
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
