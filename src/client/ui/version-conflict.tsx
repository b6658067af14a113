import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { FreeText } from './free-text.tsx';
import { Notice } from './notice.tsx';

/** A field whose value in the form differs from the value that is saved now. */
interface ConflictField {
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
}

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
        <dl>
          {fields.map(({ label, mine, theirs }) => (
            <Field key={label}>
              <Name>{label}</Name>
              <Version name={<Trans>Yours</Trans>}>{mine}</Version>
              <Version name={<Trans>Saved by the other admin</Trans>}>{theirs}</Version>
            </Field>
          ))}
        </dl>
        <Box display="flex" flexWrap="wrap" gap="2" mt="3">
          <Button size="sm" variant="outline" disabled={busy} onClick={onTakeTheirs}>
            <Trans>Use the saved version</Trans>
          </Button>
          <Button size="sm" variant="outline" loading={busy} onClick={onKeepMine}>
            <Trans>Save mine anyway</Trans>
          </Button>
        </Box>
      </Notice>
    </Box>
  );
}

function Version({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <chakra.dd minW="0">
      <chakra.span display="block" textStyle="xs">
        {name}
      </chakra.span>
      <FreeText color="fg" lineClamp={4}>
        {children}
      </FreeText>
    </chakra.dd>
  );
}

const Field = chakra('div', {
  base: { mt: '3', display: 'grid', columnGap: '4', rowGap: '1', gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' } },
});
const Name = chakra('dt', { base: { gridColumn: '1 / -1', fontWeight: 'medium', color: 'fg' } });
