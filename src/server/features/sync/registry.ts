import type { Kysely } from 'kysely';
import type { Change, EntityName } from '../../../contract/sync.ts';
import { entitiesUnlessNamed } from '../../../contract/sync-limits.ts';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { MutationHandler, SyncedEntity } from '../../platform/changes/synced.ts';

/** The tables and mutation handlers that features register for sync. */
export interface SyncRegistry {
  entities: ReadonlyMap<EntityName, SyncedEntity>;
  /** By `kind@version`. */
  handlers: ReadonlyMap<string, MutationHandler>;
}

/**
 * The registry with only the tables that a device names (D-27): an answer that is made with it has no rows of others. An
 * app that receives rows of a table that it does not know refuses the whole answer.
 */
export function registryOf(registry: SyncRegistry, names: readonly string[] = entitiesUnlessNamed): SyncRegistry {
  const named = new Set(names);
  const entities = [...registry.entities]
    .filter(([entity]) => named.has(entity))
    .map(([entity, one]) => [entity, one.besides?.(named) ?? one] as const);
  return { ...registry, entities: new Map(entities) };
}

/** Names a row: its table and its key. */
export interface RowName {
  entity: EntityName;
  key: string;
}

/** The rows as this user may see them now, in the order of `names`. */
export async function readRows(
  db: Kysely<Database>,
  registry: SyncRegistry,
  person: Person,
  names: readonly RowName[],
): Promise<Change[]> {
  const changesByName = new Map<string, Change>();
  for (const [entity, group] of Map.groupBy(names, (name) => name.entity)) {
    const keys = [...new Set(group.map((name) => name.key))];
    const changes = (await registry.entities.get(entity)?.read(db, person, keys)) ?? [];
    for (const change of changes) changesByName.set(`${entity}:${change.key}`, change);
  }
  return names.flatMap(({ entity, key }) => changesByName.get(`${entity}:${key}`) ?? []);
}

/**
 * The scopes of a user's devices: their own records, the catalogue, `support` for the tickets and orders of all users, and
 * `admin` for all users.
 */
export const scopesOf = ({ id, role }: Pick<Person, 'id' | 'role'>): string[] => [
  `u:${id}`,
  'catalog',
  ...(can(role, 'tickets.work') || can(role, 'orders.read') ? ['support'] : []),
  ...(can(role, 'people') ? ['admin'] : []),
];
