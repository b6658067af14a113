import type { ParsedInputOf } from '../../../contract/endpoint.ts';
import type { sync } from '../../../contract/sync.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Person } from '../../platform/base/permissions.ts';

/** The state of a device: `new`, `following` the feed, or `lost` when it cannot continue from its cursor. */
export type CursorState = { epoch: string } & (
  | { kind: 'new'; head: number }
  | { kind: 'following'; head: number; after: number }
  | { kind: 'lost' }
);

/**
 * Determines a device's state. A device is `lost` when the database or the role is another one, when tombstones after its
 * cursor have been deleted, or when its cursor is ahead of the feed.
 */
export async function cursorStateOf(ctx: SignedIn, request: ParsedInputOf<typeof sync>): Promise<CursorState> {
  const { epoch, head, floor } = await readSystemFacts(ctx);
  if (!request.cursor) return { kind: 'new', epoch, head };
  if (request.epoch !== null && request.epoch !== epoch) return { kind: 'lost', epoch };
  const after = seqOf(ctx.person, request.cursor);
  if (after === null || after < floor || after > head) return { kind: 'lost', epoch };
  return { kind: 'following', epoch, head, after };
}

/** The opaque cursor of a user's device at a feed number. */
export const cursorAt = (person: Pick<Person, 'role'>, seq: number): string => `v1.${person.role}.${seq}`;

function seqOf(person: Pick<Person, 'role'>, cursor: string): number | null {
  const [, role, seq] = /^v1\.(user|admin)\.(\d{1,15})$/.exec(cursor) ?? [];
  return role === person.role && seq !== undefined ? Number(seq) : null;
}

async function readSystemFacts(ctx: SignedIn): Promise<{ epoch: string; head: number; floor: number }> {
  const { reader } = ctx.services;
  const [head, epoch] = await Promise.all([
    reader.selectFrom('feed_head').select(['seq', 'floor']).executeTakeFirstOrThrow(),
    reader.selectFrom('house').select('value').where('name', '=', 'epoch').executeTakeFirstOrThrow(),
  ]);
  return { epoch: epoch.value, head: head.seq, floor: head.floor };
}
