import type { Change, EntityName, MutationResult } from '../../../contract/sync.ts';
import { can } from '../../../contract/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { SyncRegistry } from './registry.ts';

interface AnswerRows {
  changes: readonly Change[];
  older: readonly Change[];
  results: readonly MutationResult[];
  /** The lowest id of the newest users of this first load, which all are sent before other rows; null where not known. */
  from: number | null;
}

/**
 * Returns the users whose orders, tickets and top-up requests are in an answer to a device that may have all users, each once: the device
 * stores only the newest, so that it may lack the owner of a row. Those who are in the answer are left out.
 */
export async function ownersOf(
  { services, person }: SignedIn,
  { entities }: SyncRegistry,
  { changes, older, results, from }: AnswerRows,
): Promise<Change[]> {
  if (!can(person.role, 'people')) return [];
  const newer = [...changes, ...results.flatMap(({ rows }) => rows)];
  const keys = new Set([
    ...newer.flatMap(ownerOf),
    ...older.flatMap(ownerOf).filter((key) => from === null || Number(key) < from),
  ]);
  for (const { entity, key } of [...newer, ...older]) if (entity === 'people') keys.delete(key);
  const found = keys.size > 0 ? await entities.get('people')?.read(services.reader, person, [...keys]) : [];
  // The account of an old order may be deleted.
  return (found ?? []).filter(({ row }) => row !== null);
}

/** The tables whose rows bring their users. */
const owned: ReadonlySet<EntityName> = new Set(['orders', 'tickets', 'topups']);

/** Returns the key of the user to whom a row belongs; none for rows of other tables and for deleted ones. */
const ownerOf = ({ entity, row }: Change): string[] =>
  owned.has(entity) && typeof row?.user_id === 'number' ? [String(row.user_id)] : [];
