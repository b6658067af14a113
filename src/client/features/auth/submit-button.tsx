import { useEffect, useId, useState } from 'react';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';

/** The button that sends a guest's form; without a connection it is disabled, and the reason stands above it (OF-04). */
export function SubmitButton(props: ButtonProps) {
  const id = useId();
  const online = useConnection();
  return (
    <>
      <OfflineReason online={online} id={id} />
      <Button type="submit" disabled={!online} aria-describedby={online ? undefined : id} {...props} />
    </>
  );
}

/**
 * Returns whether the server can be reached: false while the browser is offline and the server does not answer, which
 * a server on the same computer does. Guests have no sync that follows the connection.
 */
function useConnection(): boolean {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    let isStopped = false;
    const check = () => void isReachable().then((reachable) => isStopped || setOnline(reachable));
    check();
    addEventListener('online', check);
    addEventListener('offline', check);
    return () => {
      isStopped = true;
      removeEventListener('online', check);
      removeEventListener('offline', check);
    };
  }, []);
  return online;
}

async function isReachable(): Promise<boolean> {
  if (navigator.onLine) return true;
  try {
    const [{ callAt }, { addresses }] = await Promise.all([loadCall(), loadAddresses()]);
    await callAt(addresses.health, {}, { timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}

/** Loaded only without a connection: the login page has no call in its first files. */
const loadCall = () => import('../../api/call.ts');
const loadAddresses = () => import('../../api/addresses.ts');
