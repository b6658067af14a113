import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** A field whose value in the form differs from the value that is saved now. */
export interface ConflictField {
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
  return (
    <Notice tone="warning" title={<Trans>Changed by two people</Trans>}>
      <Versions>
        {fields.map(({ label, mine, theirs }) => (
          <Fragment key={label}>
            <chakra.dt fontWeight="medium" color="fg" mt="2">
              {label}
            </chakra.dt>
            <Version name={<Trans>Yours</Trans>}>{mine}</Version>
            <Version name={<Trans>Saved by the other admin</Trans>}>{theirs}</Version>
          </Fragment>
        ))}
      </Versions>
      <Box display="flex" flexWrap="wrap" gap="2" mt="3">
        <Button size="sm" variant="outline" disabled={busy} onClick={onTakeTheirs}>
          <Trans>Use the saved version</Trans>
        </Button>
        <Button size="sm" variant="outline" loading={busy} onClick={onKeepMine}>
          <Trans>Save mine anyway</Trans>
        </Button>
      </Box>
    </Notice>
  );
}

function Version({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <chakra.dd display="flex" gap="2" overflowWrap="anywhere">
      <chakra.span flexShrink={0} minW="20">
        {name}
      </chakra.span>
      <chakra.span minW="0" color="fg" lineClamp={4}>
        <bdi>{children}</bdi>
      </chakra.span>
    </chakra.dd>
  );
}

const Versions = chakra('dl', { base: { textStyle: 'sm' } });
