import type { Kysely } from 'kysely';
import type { Change, EntityName } from '../../../contract/sync.ts';
import type { Person } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { MutationHandler, SyncedEntity } from '../../platform/synced.ts';

/** What the features offer to sync. */
export interface Offer {
  entities: ReadonlyMap<EntityName, SyncedEntity>;
  /** By `kind@version`. */
  handlers: ReadonlyMap<string, MutationHandler>;
}

/** Names a row: its table and its key there. */
export interface RowName {
  entity: EntityName;
  key: string;
}

/** The rows as this person may see them now, in the order they were named. */
export async function readRows(
  db: Kysely<Database>,
  offer: Offer,
  person: Person,
  names: readonly RowName[],
): Promise<Change[]> {
  const found = new Map<string, Change>();
  for (const [entity, group] of Map.groupBy(names, (name) => name.entity)) {
    const keys = [...new Set(group.map((name) => name.key))];
    const changes = (await offer.entities.get(entity)?.read(db, person, keys)) ?? [];
    for (const change of changes) found.set(`${entity}:${change.key}`, change);
  }
  return names.flatMap(({ entity, key }) => found.get(`${entity}:${key}`) ?? []);
}
