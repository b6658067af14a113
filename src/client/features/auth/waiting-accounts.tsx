import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { DeviceAccount } from '../../local/device.ts';
import { formWithWork, isEdit } from '../../local/drafts.ts';
import { peek } from '../../local/peek.ts';
import { countInDoubt, type Draft, type InDoubt, type PendingCall } from '../../local/stored.ts';
import { Notice } from '../../ui/notice.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

interface WaitingAccount extends InDoubt {
  userId: number;
  name: string;
  changes: number;
  /** Unfinished texts. */
  texts: number;
}

/** The accounts with changes, unconfirmed orders or texts on this device, counted in their own databases (D-11). */
export function WaitingAccounts() {
  const [accounts, setAccounts] = useState<WaitingAccount[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void readWaiting().then((found) => isCurrent && setAccounts(found));
    return () => {
      isCurrent = false;
    };
  }, []);
  if (accounts.length === 0) return null;
  return (
    <Notice tone="info">
      {accounts.map((account) => (
        <Waiting key={account.userId} {...account} />
      ))}
    </Notice>
  );
}

function Waiting({ name, changes, inDoubt: all, usersInDoubt: users, texts }: WaitingAccount) {
  const inDoubt = all - users;
  const user = <bdi>{name}</bdi>;
  return (
    <>
      {changes > 0 ? (
        <chakra.p dir="auto">
          <Trans>
            Log in as {user} to send <Plural value={changes} one="# change" other="# changes" />
          </Trans>
        </chakra.p>
      ) : null}
      {inDoubt > 0 ? (
        <chakra.p dir="auto">
          <Trans>
            Log in as {user} to see whether{' '}
            <Plural value={inDoubt} one="# payment went through" other="# payments went through" />
          </Trans>
        </chakra.p>
      ) : null}
      {users > 0 ? (
        <chakra.p dir="auto">
          <Trans>
            Log in as {user} to see whether{' '}
            <Plural value={users} one="# user was created" other="# users were created" />
          </Trans>
        </chakra.p>
      ) : null}
      {texts > 0 ? (
        <chakra.p dir="auto">
          <Trans>
            Log in as {user} to finish <Plural value={texts} one="# text" other="# texts" />
          </Trans>
        </chakra.p>
      ) : null}
    </>
  );
}

async function readWaiting(): Promise<WaitingAccount[]> {
  const { value: onDevice = [] } = await peek<DeviceAccount[]>('cod_device', 'accounts', (store) => store.getAll());
  const accounts = await Promise.all(
    onDevice.map(async ({ userId, name }) => {
      const database = `cod_${userId}`;
      const { value: changes = 0 } = await peek(database, 'outbox', (store) => store.count());
      const { value: asked = [] } = await peek<PendingCall[]>(database, 'pledges', (store) =>
        store.index('state').getAll('asked'),
      );
      const { value: drafts = [] } = await peek<Draft[]>(database, 'drafts', (store) => store.getAll());
      // The edit of a change belongs to that change, which is counted.
      const forms = drafts.map(formWithWork).filter((form) => form !== null && !isEdit(form));
      return { userId, name, changes, ...countInDoubt(asked), texts: new Set(forms).size };
    }),
  );
  return accounts.filter(({ changes, inDoubt, texts }) => changes + inDoubt + texts > 0);
}
