import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { OfflineReason } from '../../ui/offline-reason.tsx';

/** The button that saves a form of the settings, which needs a connection. */
export function SaveButton({ online, busy }: { online: boolean; busy: boolean }) {
  const reason = useId();
  return (
    <>
      <OfflineReason online={online} id={reason} />
      <Box>
        <Button type="submit" loading={busy} disabled={!online} aria-describedby={online ? undefined : reason}>
          <Trans>Save</Trans>
        </Button>
      </Box>
    </>
  );
}
