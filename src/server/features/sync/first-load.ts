import type { Change, EntityName } from '../../../contract/sync.ts';
import { entities, pullPage } from '../../../contract/sync-limits.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
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
    if (room <= 0) return { older, before: positionText(index, after, from), from };
    const page = await pageOf(ctx, registry, entities[index]!, { after, room });
    older.push(...page.changes);
    after = page.next;
    from = page.from ?? from;
    if (after === null) index += 1;
  }
  return { older, before: null, from };
}

const sizeOf = (position: string): number => (position === firstPage ? Math.min(firstPageSize, pullPage) : pullPage);

type Page = Awaited<ReturnType<SyncedEntity['page']>>;

const pageOf = async (
  { services, person }: SignedIn,
  registry: SyncRegistry,
  entity: EntityName,
  { after, room }: { after: string | null; room: number },
): Promise<Page> =>
  (await registry.entities.get(entity)?.page(services.reader, person, after, room)) ?? { changes: [], next: null };

const positionText = (index: number, after: string | null, from: number | null): string =>
  `${index}:${after ?? ''}${from === null ? '' : `/${from}`}`;

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
