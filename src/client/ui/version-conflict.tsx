import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { ConflictFields, conflictButton, type ConflictField } from './conflict-fields.tsx';
import { Notice } from './notice.tsx';
import { Box } from './theme/styled.tsx';
import { Button } from './button.tsx';

interface Props {
  fields: readonly ConflictField[];
  busy: boolean;
  /** Saves the values of the form over the saved ones. */
  onKeepMine: () => void;
  /** Puts the saved values into the form. */
  onTakeTheirs: () => void;
}

/** Shows the values of a form beside those that another user has saved meanwhile, and lets the user choose. */
export function VersionConflict({ fields, busy, onKeepMine, onTakeTheirs }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The user may have scrolled to the end of a long form.
  useEffect(() => box.current?.focus(), []);
  return (
    <Box ref={box} tabIndex={-1} outline="none">
      <Notice tone="warning" title={<Trans>Changed by two people</Trans>}>
        <ConflictFields fields={fields} />
        <Box display="flex" flexWrap="wrap" gap="2" mt="3">
          <Button {...conflictButton} disabled={busy} onClick={onTakeTheirs}>
            <Trans>Use the saved version</Trans>
          </Button>
          <Button {...conflictButton} loading={busy} onClick={onKeepMine}>
            <Trans>Save mine anyway</Trans>
          </Button>
        </Box>
      </Notice>
    </Box>
  );
}
