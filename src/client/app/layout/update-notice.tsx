import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { isOutdated, onOutdated } from '../../api/outdated.ts';
import { updateApp } from '../../sync/app-update.ts';
import { Notice } from '../../ui/notice.tsx';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** A notice above every page, with a button that updates the app, once the server has refused this version (426). */
export function UpdateNotice({ isSyncOutdated = false }: { isSyncOutdated?: boolean }) {
  const isRefused = useSyncExternalStore(onOutdated, isOutdated);
  const [busy, setBusy] = useState(false);
  if (!isSyncOutdated && !isRefused) return null;
  const update = () => {
    setBusy(true);
    void updateApp();
  };
  return (
    <Box mb="4">
      <Notice
        tone="warning"
        title={<Trans>This version of the app is too old for the server</Trans>}
        action={
          <Button size="sm" loading={busy} onClick={update}>
            <Trans>Update the app</Trans>
          </Button>
        }
      >
        <Trans>What you have written is kept.</Trans>
      </Notice>
    </Box>
  );
}
