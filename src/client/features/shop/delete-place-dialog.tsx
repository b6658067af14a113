import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { CallFailure } from '../../api/failure.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { deletePlace, type PlaceAction } from './places.ts';
import type { ChangeTable } from './use-delivery-table.ts';

interface Props {
  action: Extract<PlaceAction, { kind: 'delete' }>;
  change: ChangeTable;
  onClose: () => void;
}

/** Asks before a delivery company or a city is deleted with its rates. */
export function DeletePlaceDialog({ action: { table, place }, change, onClose }: Props) {
  const online = useOnline();
  const { busy, whileBusy } = useBusy();
  const { failure: sentenceOf } = useRefusalText();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const remove = async () => {
    const refused = await change(() => deletePlace(table, place.id));
    if (refused) setFailure(refused);
    else onClose();
  };
  return (
    <ConfirmDialog
      open
      tone="danger"
      busy={busy}
      disabled={!online}
      onClose={onClose}
      onConfirm={() => void whileBusy(remove)}
      title={table === 'cities' ? <Trans>Delete this city?</Trans> : <Trans>Delete this company?</Trans>}
      description={
        <>
          <IsolatedText>{place.title}</IsolatedText>
          <br />
          <Trans>Its prices are deleted, too. This cannot be undone.</Trans>
        </>
      }
      confirmLabel={<Trans>Delete</Trans>}
    >
      {failure ? <FieldError>{sentenceOf(failure)}</FieldError> : <OfflineReason online={online} />}
    </ConfirmDialog>
  );
}
