import type { ParsedInputOf } from '../../../contract/endpoint.ts';
import type { sync } from '../../../contract/sync.ts';
import type { Person, SignedIn } from '../../platform/context.ts';

/** Where a device stands: at the beginning, somewhere on the way, or where nobody can follow from any more. */
export type Place = { epoch: string } & (
  | { kind: 'new'; head: number }
  | { kind: 'following'; head: number; after: number }
  | { kind: 'lost' }
);

/** Finds a device's place: another database, another role or a cursor below the forgotten tombstones is `lost`. */
export async function placeOf(ctx: SignedIn, request: ParsedInputOf<typeof sync>): Promise<Place> {
  const { epoch, head, floor } = await houseFacts(ctx);
  if (!request.cursor) return { kind: 'new', epoch, head };
  if (request.epoch !== null && request.epoch !== epoch) return { kind: 'lost', epoch };
  const after = seqOf(ctx.person, request.cursor);
  if (after === null || after < floor || after > head) return { kind: 'lost', epoch };
  return { kind: 'following', epoch, head, after };
}

/** The opaque cursor of a person's device at a number. */
export const cursorAt = (person: Pick<Person, 'role'>, seq: number): string => `v1.${person.role}.${seq}`;

function seqOf(person: Pick<Person, 'role'>, cursor: string): number | null {
  const [, role, seq] = /^v1\.(user|admin)\.(\d{1,15})$/.exec(cursor) ?? [];
  return role === person.role && seq !== undefined ? Number(seq) : null;
}

async function houseFacts(ctx: SignedIn): Promise<{ epoch: string; head: number; floor: number }> {
  const { reader } = ctx.means;
  const [head, epoch] = await Promise.all([
    reader.selectFrom('feed_head').select(['seq', 'floor']).executeTakeFirstOrThrow(),
    reader.selectFrom('house').select('value').where('name', '=', 'epoch').executeTakeFirstOrThrow(),
  ]);
  return { epoch: epoch.value, head: head.seq, floor: head.floor };
}
