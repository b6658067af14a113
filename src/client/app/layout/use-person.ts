import { useEffect, useState } from 'react';
import { sessionToken, signedInPerson, signIn, type SignedInPerson } from '../../api/session.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { readAccount } from './queries.ts';

/**
 * Returns the signed-in user with the name and the address of the account as it was synced last, and stores them for
 * the next start: an admin may have changed them since the sign-in.
 */
export function usePerson(): SignedInPerson | null {
  const [stored] = useState(signedInPerson);
  const account = useLiveQuery(() => readAccount(currentDatabase()), []);
  const person = stored && account?.id === stored.id ? { ...stored, name: account.name, email: account.email } : stored;
  const { name, email } = person ?? {};
  useEffect(() => {
    const token = sessionToken();
    const current = signedInPerson();
    if (!token || !current || name === undefined || email === undefined || current.id !== stored?.id) return;
    if (current.name !== name || current.email !== email) signIn({ user: { ...current, name, email }, token });
  }, [stored, name, email]);
  return person;
}
