import type { ParsedInputOf } from '../../../contract/endpoint.ts';
import type { PublicShop } from '../../../contract/shop.ts';
import { can } from '../../../contract/permissions.ts';
import type { sync } from '../../../contract/sync.ts';
import { entities, entitiesUnlessNamed } from '../../../contract/sync-limits.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { parseShop, shopFact } from '../../platform/database/shop.ts';
import { windowsText } from '../../platform/database/windows.ts';
import { articleRevision, articlesFact } from '../../shared/article-revision.ts';
import type { SyncRegistry } from './registry.ts';

/**
 * The state of a device, with the epoch of the database, the revision of the articles and what all users know about the
 * shop: `new`, `following` the feed, or `lost` when it cannot continue from its cursor.
 */
export type CursorState = { epoch: string; articles: string; shop: PublicShop; prefix: string } & (
  | { kind: 'new'; head: number }
  | { kind: 'following'; head: number; after: number }
  | { kind: 'lost' }
);

/**
 * Determines the state of a device with the tables of `registry`. A device is `lost` when the database, the role, the
 * size of a window or its tables are others, when tombstones after its cursor have been deleted, or when its cursor is
 * ahead of the feed.
 */
export async function cursorStateOf(
  ctx: SignedIn,
  registry: SyncRegistry,
  request: ParsedInputOf<typeof sync>,
): Promise<CursorState> {
  const { head, floor, windows, ...known } = await readSystemFacts(ctx);
  const facts = { ...known, prefix: prefixOf(ctx.person, windows, registry) };
  if (!request.cursor) return { kind: 'new', ...facts, head };
  if (request.epoch !== null && request.epoch !== facts.epoch) return { kind: 'lost', ...facts };
  const after = seqOf(facts.prefix, request.cursor);
  if (after === null || after < floor || after > head) return { kind: 'lost', ...facts };
  return { kind: 'following', ...facts, head, after };
}

/** The opaque cursor of a device at a feed number. */
export const cursorAt = ({ prefix }: Pick<CursorState, 'prefix'>, seq: number): string => prefix + seq;

function seqOf(prefix: string, cursor: string): number | null {
  const seq = cursor.startsWith(prefix) ? cursor.slice(prefix.length) : '';
  return /^\d{1,15}$/.test(seq) ? Number(seq) : null;
}

/**
 * All of a cursor but the feed number: what the rows of a device depend on. The usual windows and tables are not in it,
 * so that a device keeps its cursor when its app begins to name the tables that it had stored all along.
 */
function prefixOf({ role }: Pick<Person, 'role'>, windows: string, registry: SyncRegistry): string {
  const tables = tablesText(registry);
  const parts = tables === usualTables ? ['v1', role, ...(windows ? [windows] : [])] : ['v2', role, windows, tables];
  return `${parts.join('.')}.`;
}

/** The tables as a number with one bit for each, by its index in `entities`. */
const tablesText = (registry: SyncRegistry): string =>
  String(entities.reduce((sum, entity, index) => sum + (registry.entities.has(entity) ? 2 ** index : 0), 0));

const usualTables = String(2 ** entitiesUnlessNamed.length - 1);

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
  const { name, hours, accent, logo, goals, windows, topup_limits } = parseShop(fact(shopFact));
  const seesLimits = can(person.role, 'topups.open') || can(person.role, 'topups.decide');
  return {
    epoch: fact('epoch'),
    articles: articleRevision(person, fact(articlesFact)),
    shop: {
      name,
      hours,
      accent,
      logo,
      ...(can(person.role, 'tickets.work') && { goals }),
      ...(seesLimits && { topup_limits }),
    },
    windows: windowsText(person.role, windows),
    head: head.seq,
    floor: head.floor,
  };
}
