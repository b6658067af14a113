import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FreeText } from './free-text.tsx';
import { chakra } from './theme/styled.tsx';

/** A field of a record with the user's value and the value that is saved now. */
export interface ConflictField {
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
}

/** A button that chooses a version: a value can be long, and French is wider than the notice of a phone. */
export const conflictButton = {
  size: 'sm',
  variant: 'outline',
  maxW: 'full',
  // On phones the two buttons have the full width, side by side or one over the other.
  flex: { base: '1 1 auto', sm: 'none' },
  whiteSpace: 'normal',
  h: 'auto',
  minH: { base: '11', md: '9' },
  py: '1.5',
} as const;

/** Fields that two people have changed, each with both values side by side. */
export function ConflictFields({ fields }: { fields: readonly ConflictField[] }) {
  return (
    <dl>
      {fields.map(({ label, mine, theirs }) => (
        <Field key={label}>
          <Name>{label}</Name>
          <Version name={<Trans>Yours</Trans>}>{mine}</Version>
          <Version name={<Trans>Saved by the other admin</Trans>}>{theirs}</Version>
        </Field>
      ))}
    </dl>
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
