import type { ParsedInputOf } from '../../../contract/endpoint.ts';
import type { PublicShop } from '../../../contract/shop.ts';
import { can } from '../../../contract/permissions.ts';
import type { sync } from '../../../contract/sync.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { parseShop, shopFact } from '../../platform/database/shop.ts';
import { windowsText } from '../../platform/database/windows.ts';
import { articleRevision, articlesFact } from '../../shared/article-revision.ts';

/**
 * The state of a device, with the epoch of the database, the revision of the articles and what all users know about the
 * shop: `new`, `following` the feed, or `lost` when it cannot continue from its cursor.
 */
export type CursorState = { epoch: string; articles: string; shop: PublicShop; windows: string } & (
  | { kind: 'new'; head: number }
  | { kind: 'following'; head: number; after: number }
  | { kind: 'lost' }
);

/**
 * Determines a device's state. A device is `lost` when the database, the role or the size of a window is another one, when tombstones after its
 * cursor have been deleted, or when its cursor is ahead of the feed.
 */
export async function cursorStateOf(ctx: SignedIn, request: ParsedInputOf<typeof sync>): Promise<CursorState> {
  const { head, floor, ...facts } = await readSystemFacts(ctx);
  if (!request.cursor) return { kind: 'new', ...facts, head };
  if (request.epoch !== null && request.epoch !== facts.epoch) return { kind: 'lost', ...facts };
  const after = seqOf(ctx.person, facts.windows, request.cursor);
  if (after === null || after < floor || after > head) return { kind: 'lost', ...facts };
  return { kind: 'following', ...facts, head, after };
}

/** The opaque cursor of a user's device at a feed number; it names the sizes of windows that are not the usual ones. */
export const cursorAt = (person: Pick<Person, 'role'>, windows: string, seq: number): string =>
  ['v1', person.role, ...(windows ? [windows] : []), seq].join('.');

function seqOf(person: Pick<Person, 'role'>, windows: string, cursor: string): number | null {
  const [, role, sizes = '', seq] = /^v1\.(\w+)\.(?:([\d-]+)\.)?(\d{1,15})$/.exec(cursor) ?? [];
  return role === person.role && sizes === windows && seq !== undefined ? Number(seq) : null;
}

interface SystemFacts {
  epoch: string;
  articles: string;
  shop: PublicShop;
  /** The sizes of the windows of this user's devices (`windowsText`). */
  windows: string;
  head: number;
  floor: number;
}

async function readSystemFacts({ services, person }: SignedIn): Promise<SystemFacts> {
  const { reader } = services;
  const [head, facts] = await Promise.all([
    reader.selectFrom('feed_head').select(['seq', 'floor']).executeTakeFirstOrThrow(),
    reader
      .selectFrom('house')
      .select(['name', 'value'])
      .where('name', 'in', ['epoch', articlesFact, shopFact])
      .execute(),
  ]);
  const fact = (name: string) => facts.find((one) => one.name === name)!.value; // the migrations insert them
  const { name, hours, accent, logo, goals, windows } = parseShop(fact(shopFact));
  return {
    epoch: fact('epoch'),
    articles: articleRevision(person, fact(articlesFact)),
    shop: { name, hours, accent, logo, ...(can(person.role, 'tickets.work') && { goals }) },
    windows: windowsText(person.role, windows),
    head: head.seq,
    floor: head.floor,
  };
}
