import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Aliases } from '../../contract/endpoint.ts';
import { mutationSchemas, type MutationArgs, type MutationKind } from '../../contract/mutations.ts';
import type { Change, EntityName } from '../../contract/sync.ts';
import { currentVersion, upgradeArgs } from '../../contract/upgrades.ts';
import type { Person } from './context.ts';
import type { Database } from './database/schema.ts';
import type { Work } from './database/transaction.ts';

/** A table of the device that follows the server: what a feature offers to the sync feature. */
export interface SyncedEntity {
  entity: EntityName;
  /** The rows as this person may see them now; a key that is missing or not theirs gives `row: null` and rev 0. */
  read(db: Kysely<Database>, person: Person, keys: string[]): Promise<Change[]>;
  /** The first load, newest first, inside the windows of sync.md; `next` is opaque, null after the last page. */
  page(
    db: Kysely<Database>,
    person: Person,
    after: string | null,
    limit: number,
  ): Promise<{ changes: Change[]; next: string | null }>;
  /** Rows the whole first load brings. */
  count(db: Kysely<Database>, person: Person): Promise<number>;
}

/** One kind and version of what a device may do offline, and the operation that does it. */
export interface MutationHandler {
  kind: MutationKind;
  v: number;
  /** A refused one holds back the later mutations of its lane. */
  opensLane: boolean;
  /** Other names of its arguments. */
  aliases: Aliases;
  parse: z.ZodMiniType;
  run(work: Work, args: unknown): Promise<string[]>;
}

/**
 * Handles every version of a kind: `run` gets the parsed arguments as those of the current version, and returns what it
 * touched as `entity:key`.
 */
export function handles<Kind extends MutationKind>(
  kind: Kind,
  run: (work: Work, args: MutationArgs<Kind>) => Promise<string[]>,
  options: { opensLane?: boolean; aliases?: Aliases } = {},
): MutationHandler[] {
  const { opensLane = false, aliases = {} } = options;
  return Array.from({ length: currentVersion(kind) }, (_, at) => {
    const v = at + 1;
    const parse: z.ZodMiniType = mutationSchemas[`${kind}@${v}` as keyof typeof mutationSchemas];
    // Parsed by `parse` just before, and upgraded to the arguments that `run` takes.
    const upgraded = (args: unknown) => upgradeArgs(kind, args as Record<string, unknown>, v) as MutationArgs<Kind>;
    return { kind, v, opensLane, aliases, parse, run: (work, args) => run(work, upgraded(args)) };
  });
}
