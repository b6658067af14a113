import type { MutationArgs } from '../../../contract/mutations.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/feed.ts';
import { handles, type MutationHandler } from '../../platform/synced.ts';
import { markRead } from './rows.ts';

export const mutations: readonly MutationHandler[] = handles('notification.read', read);

/** Marks the person's own notifications read; ids that are foreign, missing or read already change nothing. */
export async function read(work: Work, args: MutationArgs<'notification.read'>): Promise<string[]> {
  const ids = [...new Set(args.ids)];
  const changed = await markRead(work.tx, work.person.id, ids, work.now);
  await announce(
    work.tx,
    changed.map(({ id, rev }) => ({ scopes: [`u:${work.person.id}`], entity: 'notifications', key: id, rev })),
  );
  return changed.map(({ id }) => `notifications:${id}`);
}
