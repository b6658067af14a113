import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { conflictButton, type ConflictField } from './conflict-fields.tsx';
import { FreeText } from './free-text.tsx';
import { Notice } from './notice.tsx';
import { Box, chakra, MutedSpan, Wrap } from './theme/styled.tsx';

export type ChosenVersion = 'mine' | 'theirs';

/** A field in conflict, with the version that the form has now. */
export interface FieldVersions extends ConflictField {
  chosen: ChosenVersion;
  /** Puts a version of the field into the form. */
  onChoose: (version: ChosenVersion) => void;
}

interface Props {
  /** The fields that the other admin changed to other values than the form has. */
  fields: readonly FieldVersions[];
  busy: boolean;
  /** Saves the form with the chosen versions. */
  onSave: () => void;
  /** Puts all saved values into the form. */
  onTakeTheirs: () => void;
}

/** Another admin has saved the record meanwhile: both versions, field by field, each with the choice between them (D-2). */
export function VersionConflict({ fields, busy, onSave, onTakeTheirs }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isTheirs = fields.length > 0 && fields.every(({ chosen }) => chosen === 'theirs');
  // The user may have scrolled to the end of a long form.
  useEffect(() => box.current?.focus(), []);
  return (
    <Box ref={box} tabIndex={-1} outline="none">
      <Notice tone="warning" title={<Trans>Changed by two people</Trans>}>
        <p>
          {fields.length > 0 ? (
            <Trans>
              Another admin has saved this in the meantime. Choose a version of each field, then save again.
            </Trans>
          ) : (
            <Trans>Another admin has saved other fields in the meantime. The form shows them. Save again.</Trans>
          )}
        </p>
        <chakra.ul listStyleType="none" display="grid" gap="3" mt="3">
          {fields.map((field) => (
            <Field key={field.label} {...field} />
          ))}
        </chakra.ul>
        <Wrap gap="2" mt="3">
          <Button {...conflictButton} disabled={busy} onClick={onTakeTheirs}>
            <Trans>Use the saved version</Trans>
          </Button>
          <Button {...conflictButton} loading={busy} onClick={onSave}>
            {isTheirs ? <Trans>Save this choice</Trans> : <Trans>Save mine anyway</Trans>}
          </Button>
        </Wrap>
      </Notice>
    </Box>
  );
}

function Field({ label, mine, theirs, chosen, onChoose }: FieldVersions) {
  const { t } = useLingui();
  return (
    <chakra.li role="group" aria-label={label}>
      <chakra.p fontWeight="medium" color="fg">
        {label}
      </chakra.p>
      <Box display="grid" gap="2" mt="1" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        <Version title={t`Yours`} isChosen={chosen === 'mine'} onChoose={() => onChoose('mine')}>
          {mine}
        </Version>
        <Version title={t`Saved by the other admin`} isChosen={chosen === 'theirs'} onChoose={() => onChoose('theirs')}>
          {theirs}
        </Version>
      </Box>
    </chakra.li>
  );
}

interface VersionProps {
  title: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Version({ title, isChosen, onChoose, children }: VersionProps) {
  return (
    <Button
      variant="outline"
      aria-pressed={isChosen}
      onClick={onChoose}
      h="auto"
      py="2"
      display="block"
      textAlign="start"
      whiteSpace="normal"
      borderWidth={isChosen ? '2px' : '1px'}
      borderColor={isChosen ? 'brand.solid' : 'border.control'}
    >
      <MutedSpan display="block" textStyle="xs">
        {title}
      </MutedSpan>
      <FreeText mt="1" lineClamp={4} color="fg" fontWeight="normal">
        {children || '—'}
      </FreeText>
    </Button>
  );
}
