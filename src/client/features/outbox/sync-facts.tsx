import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Cloud, CloudOff, History, ShieldAlert, ShieldCheck, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { updateApp } from '../../sync/app-update.ts';
import { isStoragePersistent } from '../../sync/browser-features.ts';
import type { SyncStatus } from '../../sync/status.ts';
import { useIsMemoryOnly } from '../../sync/use-storage-mode.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { PaymentsInDoubt, UsersInDoubt } from '../../ui/in-doubt.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The id of the text that says why nothing can be sent after the session has ended. */
export const signInReasonId = 'outbox-sign-in';

/** The sync state of this device: connection, last complete sync, and how durable its storage is. */
export function SyncFacts() {
  const { online, lastSyncAt, waiting, parked, inDoubt, usersInDoubt, state } = useSyncStatus();
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: 'repeat(3, minmax(0, 1fr))' }}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="xl"
      overflow="hidden"
    >
      <FactBox Icon={online ? Cloud : CloudOff} title={online ? <Trans>Connected</Trans> : <Trans>Offline</Trans>}>
        {state === 'signIn' ? (
          <chakra.p id={signInReasonId}>
            <Trans>Log in to send your changes.</Trans>
          </chakra.p>
        ) : state === 'outdated' ? (
          <>
            <Trans>Update the app to send.</Trans>
            <UpdateButton />
          </>
        ) : state === 'storage' ? (
          <Trans>This device’s storage does not answer. Reload the page.</Trans>
        ) : state === 'full' ? (
          <Trans>This device is full. Free some space on it, so that your changes can be sent. Nothing is lost.</Trans>
        ) : (
          <Counts {...{ waiting, parked, inDoubt, usersInDoubt }} />
        )}
      </FactBox>
      <FactBox Icon={History} title={<Trans>Last sync</Trans>}>
        {lastSyncAt === null ? <Trans>Not yet on this device</Trans> : <RelativeTime at={lastSyncAt} ago />}
      </FactBox>
      <Storage />
    </Box>
  );
}

function UpdateButton() {
  return (
    <FactButton onClick={() => void updateApp()}>
      <Trans>Update the app</Trans>
    </FactButton>
  );
}

type CountsProps = Pick<SyncStatus, 'waiting' | 'parked' | 'inDoubt' | 'usersInDoubt'>;

function Counts({ waiting, parked, inDoubt, usersInDoubt }: CountsProps) {
  if (waiting + parked + inDoubt === 0) return <Trans>Nothing is waiting.</Trans>;
  return (
    <>
      {waiting > 0 ? (
        <chakra.p>
          <Plural value={waiting} one="# change waiting" other="# changes waiting" />
        </chakra.p>
      ) : null}
      {inDoubt > usersInDoubt ? (
        <chakra.p color="fg.warning">
          <PaymentsInDoubt inDoubt={inDoubt - usersInDoubt} />
        </chakra.p>
      ) : null}
      {usersInDoubt > 0 ? (
        <chakra.p color="fg.warning">
          <UsersInDoubt users={usersInDoubt} />
        </chakra.p>
      ) : null}
      {parked > 0 ? (
        <chakra.p color="fg.error">
          <Plural value={parked} one="# change needs you" other="# changes need you" />
        </chakra.p>
      ) : null}
    </>
  );
}

/**
 * Shows whether the browser may delete this site's data when the device is full, with a button that asks it not to. Until
 * the browser has answered, it keeps the place without a claim.
 */
function Storage() {
  const { t } = useLingui();
  const isMemoryOnly = useIsMemoryOnly();
  const [isPersistent, setPersistent] = useState<boolean | null>(null);
  useEffect(() => {
    void isStoragePersistent().then(setPersistent);
  }, []);
  const protect = async () => {
    const granted = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    setPersistent(granted);
    if (!granted)
      toast({ tone: 'info', title: t`The browser does not protect your data yet. Installing the app helps.` });
  };
  if (isMemoryOnly)
    return (
      <FactBox Icon={ShieldAlert} title={<Trans>Nothing is kept</Trans>}>
        <Trans>This browser keeps no data for this site.</Trans>
      </FactBox>
    );
  return (
    <FactBox
      isHidden={isPersistent === null}
      Icon={isPersistent ? ShieldCheck : ShieldAlert}
      title={isPersistent ? <Trans>Storage protected</Trans> : <Trans>Storage not protected</Trans>}
    >
      {isPersistent ? (
        <Trans>The browser keeps your data until you delete it.</Trans>
      ) : (
        <Trans>The browser may clear your data when space runs out.</Trans>
      )}
      {isPersistent ? null : (
        <FactButton onClick={() => void protect()}>
          <Trans>Protect</Trans>
        </FactButton>
      )}
    </FactBox>
  );
}

function FactButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      size="xs"
      variant="plain"
      color="brand.fg"
      // In a line of its own, where it begins as the text does.
      display="flex"
      h={{ base: '11', md: '6' }}
      minW={{ base: '11', md: '0' }}
      px="0"
      justifyContent="flex-start"
      mb={{ base: '-2.5', md: '0' }}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

interface FactProps {
  Icon: LucideIcon;
  title: ReactNode;
  isHidden?: boolean;
  children: ReactNode;
}

function FactBox({ Icon, title, isHidden = false, children }: FactProps) {
  const visibility = isHidden ? 'hidden' : undefined;
  return (
    <Box
      display="flex"
      gap="3"
      px="4"
      py="3.5"
      borderColor="border.muted"
      borderTopWidth={{ base: '1px', sm: '0' }}
      borderInlineStartWidth={{ base: '0', sm: '1px' }}
      _first={{ borderWidth: '0' }}
    >
      <Box color="fg.subtle" pt="0.5" aria-hidden="true" style={{ visibility }}>
        <Icon size={18} />
      </Box>
      <Box minW="0" style={{ visibility }}>
        <chakra.p fontWeight="medium">{title}</chakra.p>
        <chakra.div textStyle="xs" color="fg.muted">
          {children}
        </chakra.div>
      </Box>
    </Box>
  );
}
