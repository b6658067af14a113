// oxlint-disable-next-line no-restricted-imports -- a hook for screens; the service worker never imports it
import { currentDatabase } from '../local/current.ts';
import { readNames } from '../local/people.ts';
import type { OutboxItem } from '../local/stored.ts';
import { useLiveQuery } from './use-live-query.ts';

/** The names of the admins that an assignment mentions, as far as the device knows them. */
export function useNamesIn({ kind, args, error }: Pick<OutboxItem, 'kind' | 'args' | 'error'>) {
  const db = currentDatabase();
  const mentioned = kind === 'ticket.assign' ? [args.from, args.to, error?.details?.current] : [];
  const ids = mentioned.filter((id) => typeof id === 'number');
  const names = useLiveQuery(() => (ids.length > 0 ? readNames(db, ids) : undefined), [db, ids.join()]);
  return (id: number): string | undefined => names?.get(id);
}
