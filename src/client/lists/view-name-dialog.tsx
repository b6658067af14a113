import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { TextField } from '../ui/fields.tsx';
import { SheetDialog } from '../ui/sheet-dialog.tsx';
import { Button } from '../ui/button.tsx';

interface Props {
  /** The present name of a view that is renamed. */
  name: string;
  /** The names of the other views. */
  taken: readonly string[];
  onSave: (name: string) => void;
  onClose: () => void;
}

const nameMax = 40;

/** Asks for the name of a view. */
export function ViewNameDialog({ name: before, taken, onSave, onClose }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [name, setName] = useState(before);
  const [isChecked, setChecked] = useState(false);
  const given = name.trim();
  const error =
    given === ''
      ? t`Enter a name.`
      : taken.includes(given)
        ? t`Another view has this name.`
        : given.length > nameMax
          ? t`The name is too long.`
          : undefined;
  return (
    <SheetDialog
      open
      onClose={onClose}
      size="sm"
      title={before === '' ? <Trans>Save view</Trans> : <Trans>Rename view</Trans>}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (error === undefined) onSave(given);
        }}
      >
        <TextField
          label={t`Name of the view`}
          hint={t`It keeps the search, the filters and the order, on this device.`}
          value={name}
          onChange={setName}
          autoComplete="off"
          {...(isChecked && error !== undefined && { error })}
        />
      </form>
    </SheetDialog>
  );
}
