import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import type { Pledge } from '../../local/stored.ts';
import { settle } from '../../sync/money.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { readDoubts } from './queries.ts';

/** Money calls whose answer was lost; the server decides them, and what it says is then true for ever. */
export function Doubts() {
  const db = currentDatabase();
  const doubts = useLiveQuery(() => readDoubts(db), [db]);
  return doubts?.map((pledge) => (
    <Box key={pledge.key} mt="4">
      <Doubt pledge={pledge} />
    </Box>
  ));
}

function Doubt({ pledge }: { pledge: Pledge }) {
  const { t } = useLingui();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const title = typeof pledge.about.title === 'string' ? pledge.about.title : null;
  const check = async () => {
    setBusy(true);
    const outcome = await settle(currentDatabase(), pledge.key);
    setBusy(false);
    if (outcome === 'unknown')
      toast({ tone: 'warning', title: t`The server cannot be reached. It is checked when you are connected.` });
  };
  return (
    <Notice
      tone="warning"
      title={
        pledge.call === 'placeOrder' ? (
          <Trans>Not known yet whether your order was placed</Trans>
        ) : (
          <Trans>Not known yet whether this was done</Trans>
        )
      }
      action={
        <Button size="sm" variant="outline" loading={busy} disabled={!online} onClick={() => void check()}>
          <Trans>Check now</Trans>
        </Button>
      }
    >
      {title ? (
        <>
          <bdi>{title}</bdi> ·{' '}
        </>
      ) : null}
      <RelativeTime at={pledge.createdAt} />
      <Box>
        <OfflineReason online={online} />
      </Box>
    </Notice>
  );
}
