import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { OfflineReason } from '../ui/offline-reason.tsx';
import { Box, Wrap } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

interface Props {
  online: boolean;
  busy: boolean;
  onCancel: () => void;
  /** The label of the button that submits the form. */
  children: ReactNode;
}

/** The buttons at the end of a form on a page, which needs a connection; offline, with the reason. */
export function OnlineFormButtons({ online, busy, onCancel, children }: Props) {
  const reason = useId();
  return (
    <Wrap alignItems="center" justifyContent="flex-end" gap="3">
      <OfflineReason online={online} id={reason} />
      <Box display="flex" gap="3" flex={{ base: '1 0 100%', sm: 'none' }} css={{ '& > *': { flex: '1' } }}>
        <Button variant="outline" onClick={onCancel} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={busy} disabled={!online} aria-describedby={online ? undefined : reason}>
          {children}
        </Button>
      </Box>
    </Wrap>
  );
}
