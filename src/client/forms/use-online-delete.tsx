import { useState } from 'react';
import { asFailure, type CallFailure } from '../api/failure.ts';
import { useOnline } from '../sync/use-sync-status.ts';
import { useRefusalText } from '../text/refusals.ts';
import { FieldError } from '../ui/field.tsx';
import { OfflineReason } from '../ui/offline-reason.tsx';
import { toast } from '../ui/toast.ts';
import { useBusy } from '../ui/use-busy.ts';

interface Options {
  /** Deletes the record on the server. Throws `CallFailure`. */
  send: () => Promise<unknown>;
  /** The title of the toast. */
  done: string;
  /** Called when the server has deleted the record. */
  onDeleted: () => unknown;
}

/**
 * Returns the props of a `ConfirmDialog` that deletes a record on the server: its button needs a connection, and the
 * dialog shows why the server refuses.
 */
export function useOnlineDelete({ send, done, onDeleted }: Options) {
  const online = useOnline();
  const { busy, whileBusy } = useBusy();
  const { failure: sentenceOf } = useRefusalText();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const remove = async () => {
    setFailure(null);
    const refused = await send().then(() => null, asFailure);
    // A repetition whose first answer was lost finds the record deleted.
    const isGone = refused?.code === 'NOT_FOUND' || refused?.code === 'GONE';
    if (refused && !isGone) return setFailure(refused);
    toast({ tone: 'success', title: done });
    await onDeleted();
  };
  return {
    tone: 'danger' as const,
    busy,
    disabled: !online,
    onConfirm: () => void whileBusy(remove),
    children: failure ? <FieldError>{sentenceOf(failure)}</FieldError> : <OfflineReason online={online} />,
  };
}
