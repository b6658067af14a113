import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The button that saves a form of the settings, which needs a connection. */
export function SaveButton({ online, busy }: { online: boolean; busy: boolean }) {
  const reason = useId();
  return (
    <Wrap alignItems="center" justifyContent="flex-end" gap="3">
      <OfflineReason online={online} id={reason} />
      <Button
        type="submit"
        flex={{ base: '1 0 100%', sm: 'none' }}
        loading={busy}
        disabled={!online}
        aria-describedby={online ? undefined : reason}
      >
        <Trans>Save</Trans>
      </Button>
    </Wrap>
  );
}
