import type { Change } from '../../../contract/sync.ts';
import { entities, pullPage } from '../../../contract/sync-limits.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Offer } from './offer.ts';

/** Where the first load begins. */
export const firstPlace = '0:';

/**
 * One page of the first load: the tables in the contract's order, newest rows first, inside each table's window.
 * A place is `<table's index>:<what the table's page gave as next>`; null when everything was brought.
 */
export async function loadPage(
  ctx: SignedIn,
  offer: Offer,
  place: string,
): Promise<{ older: Change[]; before: string | null }> {
  const older: Change[] = [];
  let { index, after } = parsePlace(place);
  while (index < entities.length) {
    const room = pullPage - older.length;
    if (room <= 0) return { older, before: `${index}:${after ?? ''}` };
    const page = await offer.entities.get(entities[index]!)?.page(ctx.means.reader, ctx.person, after, room);
    older.push(...(page?.changes ?? []));
    after = page?.next ?? null;
    if (after === null) index += 1;
  }
  return { older, before: null };
}

/** Rows the whole first load brings, for a progress bar. */
export async function countAll(ctx: SignedIn, offer: Offer): Promise<number> {
  const counts = await Promise.all([...offer.entities.values()].map((one) => one.count(ctx.means.reader, ctx.person)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function parsePlace(place: string): { index: number; after: string | null } {
  const [, index, after] = /^(\d{1,2}):(\d{1,15}(?:\.\d{1,15})?)?$/.exec(place) ?? [];
  return { index: Number(index ?? 0), after: after || null };
}
