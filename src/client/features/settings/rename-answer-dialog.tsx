import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type FormEvent } from 'react';
import { savedNameMax } from '../../../contract/answer-rules.ts';
import type { SavedAnswerRow } from '../../../contract/order-fields.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { useBusy } from '../../ui/use-busy.ts';

interface Props {
  row: SavedAnswerRow;
  onClose: () => void;
}

/** Gives a saved answer another name, also offline. */
export function RenameAnswerDialog({ row, onClose }: Props) {
  const { t } = useLingui();
  const id = useId();
  const { field } = useRefusalText();
  const [name, setName] = useState(row.name);
  const [isMissing, setMissing] = useState(false);
  const { busy, whileBusy } = useBusy();
  const rename = useRename(row);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    setMissing(wanted === '');
    if (wanted === '' || [...wanted].length > savedNameMax) return;
    void whileBusy(async () => {
      if (wanted !== row.name) await rename(wanted);
      onClose();
    });
  };
  return (
    <SheetDialog
      open
      ignoresBackdrop
      size="sm"
      onClose={onClose}
      title={<Trans>Rename the saved answer</Trans>}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} loading={busy}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        <TextField
          label={t`Name`}
          required
          max={savedNameMax}
          value={name}
          error={isMissing ? field('required', t`Name`) : null}
          onChange={setName}
        />
      </form>
    </SheetDialog>
  );
}

function useRename({ id, save_as, value }: SavedAnswerRow): (name: string) => Promise<unknown> {
  const { t } = useLingui();
  const act = usePerform();
  return (name) =>
    act(
      'answer.save',
      { id, save_as, name, value },
      {
        done: t`Saved answer renamed`,
        refused: t`The saved answer could not be renamed.`,
        isAccepted: async ({ saved_answers }) => (await saved_answers.get(id))?.name === name,
      },
    );
}
