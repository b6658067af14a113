import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { firstTables } from './migrations/0001-first-tables.ts';
import { pinLocks } from './migrations/0002-people.ts';
import { files } from './migrations/0003-files.ts';
import { indexes } from './migrations/0004-indexes.ts';
import { accounts } from './migrations/0005-accounts.ts';
import { ledgerAndTickets } from './migrations/0006-ledger-and-tickets.ts';
import { ticketAssignees } from './migrations/0007-ticket-assignees.ts';
import { ticketFiles } from './migrations/0008-ticket-files.ts';
import { unsent } from './migrations/0009-unsent.ts';
import { stockAndOrder } from './migrations/0010-stock.ts';
import { sortIndexes } from './migrations/0011-sorting.ts';
import { ledgerCurrency } from './migrations/0012-currency.ts';
import { articles } from './migrations/0013-articles.ts';
import { searchWords } from './migrations/0014-search-words.ts';
import { ledgerHashes } from './migrations/0015-ledger-hashes.ts';
import { cannedReplies } from './migrations/0016-canned-replies.ts';
import { auditIndexes } from './migrations/0017-audit-indexes.ts';
import { ticketWork } from './migrations/0018-ticket-work.ts';
import { agents } from './migrations/0019-agents.ts';
import { deliveries } from './migrations/0020-deliveries.ts';
import { presence } from './migrations/0021-presence.ts';
import { shop } from './migrations/0022-shop.ts';
import { mail } from './migrations/0023-mail.ts';
import { confirmations } from './migrations/0024-confirmations.ts';
import { mutedNotifications } from './migrations/0025-muted-notifications.ts';
import { textIndexes } from './migrations/0026-text-indexes.ts';
import { usersByBalance } from './migrations/0027-users-by-balance.ts';
import { partRefunds } from './migrations/0028-part-refunds.ts';
import { topups } from './migrations/0029-top-ups.ts';
import { orderFields } from './migrations/0030-order-fields.ts';
import { codes } from './migrations/0031-codes.ts';
import { OperatorError } from '../base/operator-error.ts';
import type { Database } from './schema.ts';

type Kind = 'sqlite' | 'postgres';

const migrationsOf = (kind: Kind): Record<string, Migration> => ({
  '0001-house': firstTables(kind),
  '0002-people': pinLocks(kind),
  '0003-files': files(kind),
  '0004-indexes': indexes(kind),
  '0005-accounts': accounts(kind),
  '0006-ledger-and-tickets': ledgerAndTickets(kind),
  '0007-ticket-assignees': ticketAssignees(kind),
  '0008-ticket-files': ticketFiles(kind),
  '0009-unsent': unsent(kind),
  '0010-stock': stockAndOrder(kind),
  '0011-sorting': sortIndexes(kind),
  '0012-currency': ledgerCurrency(kind),
  '0013-articles': articles(kind),
  '0014-search-words': searchWords(kind),
  '0015-ledger-hashes': ledgerHashes(kind),
  '0017-audit-indexes': auditIndexes(kind),
  '0020-deliveries': deliveries(kind),
  '0022-shop': shop,
  '0023-mail': mail,
  '0016-canned-replies': cannedReplies(kind),
  '0018-ticket-work': ticketWork(kind),
  '0019-agents': agents(kind),
  '0021-presence': presence(kind),
  '0024-confirmations': confirmations(kind),
  '0025-muted-notifications': mutedNotifications(kind),
  '0026-text-indexes': textIndexes(kind),
  '0027-users-by-balance': usersByBalance(kind),
  '0028-part-refunds': partRefunds(kind),
  '0029-top-ups': topups(kind),
  '0030-order-fields': orderFields(kind),
  '0031-codes': codes(kind),
});

/** Names of the migrations this program knows, in their order. */
export const knownMigrations: readonly string[] = Object.keys(migrationsOf('sqlite')).toSorted();

/**
 * Applies the missing migrations up to `upTo`, or all of them, in one transaction; returns their names. Throws an
 * OperatorError when the tables belong to a newer version or may not be created, and the error of a failed migration.
 */
export async function migrate(db: Kysely<Database>, kind: Kind, upTo?: string): Promise<string[]> {
  if (kind === 'sqlite') return applyMissing(db, kind, upTo);
  return db.transaction().execute(async (tx) => {
    // The lock key of Kysely. The transaction holds it, since behind a pooler a session is shared; it is taken before
    // the tables are read, since two servers that start together would both create the migrator's tables.
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx);
    if (!(await hasTables(tx))) await checkRights(tx);
    return applyMissing(tx, kind, upTo);
  });
}

/**
 * Checks that tables can be created; a failed attempt would end the transaction on PostgreSQL. Throws OperatorError.
 */
async function checkRights(tx: Kysely<Database>): Promise<void> {
  const query = sql<{ may: boolean | null }>`select has_schema_privilege(current_schema(), 'CREATE') as may`;
  const { rows } = await query.execute(tx);
  if (rows[0]?.may) return;
  throw new OperatorError('The user of DATABASE_URL may not make tables: grant CREATE on the schema of the database.');
}

async function applyMissing(db: Kysely<Database>, kind: Kind, upTo: string | undefined): Promise<string[]> {
  await refuseOthers(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(kind) } });
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw error;
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/** Throws an OperatorError unless the tables belong to this version; changes nothing. */
export async function checkTables(db: Kysely<Database>): Promise<void> {
  if (!(await hasTables(db))) throw new OperatorError('The database has no tables of Comptoir.');
  await refuseOthers(db);
  if ((await appliedMigrations(db)).join() === knownMigrations.join()) return;
  throw new OperatorError('The database was last used by an older version of Comptoir: run `npm run migrate` first.');
}

/** Returns whether any version of Comptoir has used the database. */
export async function hasTables(db: Kysely<Database>): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === 'kysely_migration');
}

/** Throws an OperatorError when the tables are those of a newer version, or of none; changes nothing. */
export async function refuseOthers(db: Kysely<Database>): Promise<void> {
  if (!(await hasTables(db))) return;
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !knownMigrations.includes(name));
  if (unknown.length > 0)
    throw new OperatorError(
      `The database was last used by a newer version of Comptoir (it has ${unknown.join(', ')}): start that version or a later one.`,
    );
  const missing = knownMigrations.slice(0, applied.length).filter((name) => !applied.includes(name));
  if (missing.length === 0) return;
  throw new OperatorError(
    `The database belongs to no version of Comptoir (it lacks ${missing.join(', ')}): restore a backup.`,
  );
}

/** Names of the applied migrations, in their order. Throws when the database has no tables. */
export async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** When the first table of the database was created, in ms since epoch. */
export async function databaseCreatedAt(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ born: string }>`select min(timestamp) as born from kysely_migration`.execute(db);
  return Date.parse(rows[0]!.born);
}
