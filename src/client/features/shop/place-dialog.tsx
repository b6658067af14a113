import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { createCity } from '../../../contract/deliveries.ts';
import { nameMax } from '../../../contract/limits.ts';
import { useUndecidedText } from '../../forms/lost-attempt.ts';
import { useServerForm } from '../../forms/use-server-form.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { createPlaceSaving, type PlaceAction } from './places.ts';
import type { ChangeTable } from './use-delivery-table.ts';
import { chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  action: Exclude<PlaceAction, { kind: 'delete' }>;
  change: ChangeTable;
  onClose: () => void;
}

/** Adds a delivery company or a city, or renames it. */
export function PlaceDialog({ action, change, onClose }: Props) {
  const { t } = useLingui();
  const id = useId();
  const online = useOnline();
  const [save] = useState(() => createPlaceSaving(action.table));
  const place = action.kind === 'rename' ? action.place : null;
  const { form, errorOf, failure, isBusy, submit, ...rest } = useServerForm<{ title: string }>({
    schema: createCity.input,
    defaultValues: { title: place?.title ?? '' },
    labels: { title: t`Name` },
    send: async ({ title }) => {
      const refused = await change(() => save(title, place));
      if (!refused) onClose();
      return refused;
    },
  });
  const problem = useUndecidedText()(failure) ?? rest.problem;
  const { field } = useController({ control: form.control, name: 'title' });
  return (
    <SheetDialog
      open
      ignoresBackdrop
      size="sm"
      onClose={onClose}
      title={useTitle(action)}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isBusy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={id}
            loading={isBusy}
            disabled={!online}
            aria-describedby={online ? undefined : `${id}-offline`}
          >
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <chakra.form id={id} noValidate display="flex" flexDirection="column" gap="4" onSubmit={submit}>
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <TextField {...field} label={t`Name`} max={nameMax} error={errorOf('title')} required disabled={isBusy} />
        <OfflineReason online={online} id={`${id}-offline`} />
      </chakra.form>
    </SheetDialog>
  );
}

function useTitle({ kind, table }: Props['action']): string {
  const { t } = useLingui();
  if (kind === 'create') return table === 'cities' ? t`Add a city` : t`Add a company`;
  return table === 'cities' ? t`Rename the city` : t`Rename the company`;
}
