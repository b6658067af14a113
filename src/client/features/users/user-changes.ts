import { useEffect, useState } from 'react';
import { createSignal } from '../../base/signal.ts';
import { refreshLists } from '../../lists/row-sources.ts';
import { syncNow } from '../../sync/triggers.ts';

const changed = createSignal();

/** Has the list and the page of a user request their data again, after a change on the server. */
export function reportUserChange(): void {
  refreshLists();
  changed.emit();
  void syncNow();
}

/** Returns a number that increases with each change of a user. */
export function useUserChanges(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => changed.subscribe(() => setVersion((now) => now + 1)), []);
  return version;
}
