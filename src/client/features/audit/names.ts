import type { AuditEntry } from '../../../contract/audit.ts';
import { usePeople } from '../../lists/people.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { usersIn, type NameOfRecord } from '../../text/audit-fields.ts';

/** Returns a function that names the users, products and categories to which the values of a change refer. */
export function useNameOfRecord({ fields }: Pick<AuditEntry, 'fields'>): NameOfRecord {
  const db = currentDatabase();
  const catalogue = useLiveQuery(() => readCatalogue(db), [db]);
  const people = usePeople(usersIn(fields));
  return (entity, id) =>
    entity === 'users' ? people.get(Number(id))?.name : catalogue?.get(`${entity} ${String(id)}`);
}

async function readCatalogue(db: LocalDatabase): Promise<Map<string, string>> {
  const [products, categories] = await Promise.all([db.products.toArray(), db.categories.toArray()]);
  return new Map([
    ...products.map(({ id, title }) => [`products ${id}`, title] as const),
    ...categories.map(({ id, title }) => [`categories ${id}`, title] as const),
  ]);
}
