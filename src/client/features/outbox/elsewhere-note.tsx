import { Plural, Trans } from '@lingui/react/macro';
import { Notice } from '../../ui/notice.tsx';
import { Box } from '../../ui/theme/styled.tsx';

/** A notice that the user's other devices have unsent changes, which only those devices can send. */
export function ElsewhereNote({ own }: { own: number }) {
  if (own === 0) return null;
  return (
    <Box mt="4">
      <Notice title={<Trans>Not sent yet from another device</Trans>}>
        <Plural
          value={own}
          one="Another device of yours holds unsent changes to # record. Open the app there to send them."
          other="Another device of yours holds unsent changes to # records. Open the app there to send them."
        />
      </Notice>
    </Box>
  );
}
