import { useLingui } from '@lingui/react/macro';
import { uuidv7 } from '../../../contract/uuid.ts';
import { usePerform, type SentForm } from '../../forms/use-perform.ts';
import type { CheckedTopup } from './check-topup.ts';

/**
 * Returns a function that sends a request, also offline, and returns its id, under which it is on this device at once;
 * null when nothing was stored, because the device is full or its storage failed.
 */
export function useOpenTopup(): (topup: CheckedTopup, form: SentForm) => Promise<string | null> {
  const { t } = useLingui();
  const act = usePerform();
  return async (topup, { deleteDrafts, files = [] }) => {
    const id = uuidv7();
    const itemId = await act(
      'topup.open',
      { id, ...topup, file_ids: files.map((file) => file.id) },
      {
        deleteDrafts,
        files,
        done: t`Request sent`,
        refused: t`The request was not accepted.`,
        isAccepted: async ({ topups }) => ((await topups.get(id))?.number ?? null) !== null,
      },
    );
    return itemId && id;
  };
}
