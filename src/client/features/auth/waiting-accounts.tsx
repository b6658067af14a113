import { chakra } from '@chakra-ui/react/styled-system';
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { DeviceAccount } from '../../local/device.ts';
import { peek } from '../../local/peek.ts';
import { Notice } from '../../ui/notice.tsx';

interface WaitingAccount {
  userId: number;
  name: string;
  changes: number;
}

/** Whose changes wait on this device, one line for each person; counted in the outboxes themselves. */
export function WaitingAccounts() {
  const [accounts, setAccounts] = useState<WaitingAccount[]>([]);
  useEffect(() => {
    let isHere = true;
    void readWaiting().then((found) => isHere && setAccounts(found));
    return () => {
      isHere = false;
    };
  }, []);
  if (accounts.length === 0) return null;
  return (
    <Notice tone="info">
      {accounts.map(({ userId, name, changes }) => (
        <chakra.p key={userId} dir="auto">
          <Waiting name={name} changes={changes} />
        </chakra.p>
      ))}
    </Notice>
  );
}

function Waiting({ name, changes }: { name: string; changes: number }) {
  return (
    <Trans>
      Log in as <bdi>{name}</bdi> to send <Plural value={changes} one="# change" other="# changes" />
    </Trans>
  );
}

async function readWaiting(): Promise<WaitingAccount[]> {
  const { value: known = [] } = await peek<DeviceAccount[]>('cod_device', 'accounts', (store) => store.getAll());
  const accounts = await Promise.all(
    known.map(async ({ userId, name }) => {
      const { value: changes = 0 } = await peek(`cod_${userId}`, 'outbox', (store) => store.count());
      return { userId, name, changes };
    }),
  );
  return accounts.filter(({ changes }) => changes > 0);
}
