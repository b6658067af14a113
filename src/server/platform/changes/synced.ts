import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Aliases } from '../../../contract/endpoint.ts';
import { mutationSchemas, type MutationArgs, type MutationKind } from '../../../contract/mutations.ts';
import type { Change, EntityName } from '../../../contract/sync.ts';
import { currentVersion, upgradeArgs } from '../../../contract/upgrades.ts';
import type { Person } from '../base/permissions.ts';
import type { Database } from '../database/schema.ts';
import type { TransactionContext } from '../database/transaction.ts';

/** A table that devices follow: what a feature registers for sync. */
export interface SyncedEntity {
  entity: EntityName;
  /** The rows as this user may see them now; the key of a missing or another user's row gives `row: null`. */
  read(db: Kysely<Database>, person: Person, keys: string[]): Promise<Change[]>;
  /**
   * One page of the first load (OF-15), newest first, within the limits of age and number; `next` is opaque, null after
   * the last page. `from` is the lowest id of the newest rows, where the first load has all from it on: the owners of
   * later rows are sent with them only where their ids are lower.
   */
  page(
    db: Kysely<Database>,
    person: Person,
    after: string | null,
    limit: number,
  ): Promise<{ changes: Change[]; next: string | null; from?: number }>;
  /** Number of rows of the whole first load. */
  count(db: Kysely<Database>, person: Person): Promise<number>;
  /** The same table for a device that also stores these, where its rows depend on that (D-27). */
  besides?(tables: ReadonlySet<string>): SyncedEntity;
}

/** One kind and version of an offline change, with the operation that applies it. */
export interface MutationHandler {
  kind: MutationKind;
  v: number;
  /**
   * Whether this kind creates the record of its lane: when it is refused, the later mutations of the lane must wait.
   */
  createsRecord: boolean;
  /** Other names of its arguments that are accepted. */
  aliases: Aliases;
  parse: z.ZodMiniType;
  run(transaction: TransactionContext, args: unknown): Promise<string[]>;
}

/**
 * Returns a handler for every version of a kind: `run` receives the arguments of the current version, and returns the
 * touched records as `entity:key`.
 */
export function handlersOf<Kind extends MutationKind>(
  kind: Kind,
  run: (transaction: TransactionContext, args: MutationArgs<Kind>) => Promise<string[]>,
  options: { createsRecord?: boolean; aliases?: Aliases } = {},
): MutationHandler[] {
  const { createsRecord = false, aliases = {} } = options;
  return Array.from({ length: currentVersion(kind) }, (_, index) => {
    const v = index + 1;
    const parse: z.ZodMiniType = mutationSchemas[`${kind}@${v}` as keyof typeof mutationSchemas];
    // A cast: `parse` has checked the arguments.
    const toCurrentVersion = (args: unknown) =>
      upgradeArgs(kind, args as Record<string, unknown>, v) as MutationArgs<Kind>;
    return {
      kind,
      v,
      createsRecord,
      aliases,
      parse,
      run: (transaction, args) => run(transaction, toCurrentVersion(args)),
    };
  });
}
