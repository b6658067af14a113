import type { Change } from '../../../contract/sync.ts';
import { entities, pullPage } from '../../../contract/sync-limits.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { SyncRegistry } from './registry.ts';

/** The position at which the first load begins. */
export const firstPage = '0:';

/** Approximate maximum of rows of the first page: a device on a slow line soon has something to show. */
const firstPageSize = 250;

/** One page of the first load. */
export interface LoadedPage {
  older: Change[];
  /** The next position; null after the end. */
  before: string | null;
  /** The lowest id of the newest users, all of which this load sends before orders and tickets; null where not known. */
  from: number | null;
}

/**
 * Returns one page of the first load: the tables in the contract's order, newest rows first, within each table's limits.
 * A position is `<index of the table>:<next of the table's page>/<lowest id of the newest users>`; positions of servers of
 * an earlier version have no such id.
 */
export async function loadPage(ctx: SignedIn, registry: SyncRegistry, position: string): Promise<LoadedPage> {
  const older: Change[] = [];
  const size = sizeOf(position);
  let { index, after, from } = parsePosition(position);
  while (index < entities.length) {
    const room = size - older.length;
    if (room <= 0) return { older, before: `${index}:${after ?? ''}${from === null ? '' : `/${from}`}`, from };
    const page = await registry.entities.get(entities[index]!)?.page(ctx.services.reader, ctx.person, after, room);
    older.push(...(page?.changes ?? []));
    after = page?.next ?? null;
    from = page?.from ?? from;
    if (after === null) index += 1;
  }
  return { older, before: null, from };
}

const sizeOf = (position: string): number => (position === firstPage ? firstPageSize : pullPage);

/** Number of rows of the whole first load, for a progress bar. */
export async function countAll(ctx: SignedIn, registry: SyncRegistry): Promise<number> {
  const counts = await Promise.all(
    [...registry.entities.values()].map((one) => one.count(ctx.services.reader, ctx.person)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function parsePosition(position: string): { index: number; after: string | null; from: number | null } {
  const [, index, after, from] = /^(\d{1,2}):(\d{1,15}(?:\.\d{1,15})?)?(?:\/(\d{1,15}))?$/.exec(position) ?? [];
  return { index: Number(index ?? 0), after: after || null, from: from === undefined ? null : Number(from) };
}
