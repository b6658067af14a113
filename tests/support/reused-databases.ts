import { Client } from 'pg';
import { emptyDatabase, migratedTemplate } from './postgres.ts';

interface MigratedDatabase {
  url: string;
  /** Gives the database back; nothing may use it any more. */
  release(): Promise<void>;
}

/** Databases of this process that no test uses, in the state after the migrations. */
const free: { url: string; drop(): Promise<void> }[] = [];

/** A database whose rows are more than this is dropped: its files stay large, which makes the tests after it slow. */
const rowsMax = 20_000;

/**
 * A migrated database without rows of tests: one that an earlier test of this process has given back, else a new one.
 * Deleting the rows of a test takes a tenth of the time of creating and dropping a database.
 */
export async function migratedDatabase(): Promise<MigratedDatabase> {
  const database = free.pop() ?? (await newDatabase());
  const release = async () => {
    const isClean = await withClient(database.url, cleanDatabase).catch(() => false);
    if (isClean) free.push(database);
    else await database.drop();
  };
  return { url: database.url, release };
}

async function newDatabase(): Promise<(typeof free)[number]> {
  const database = await emptyDatabase(await migratedTemplate());
  original ??= await withClient(database.url, readState);
  return database;
}

/** What the migrations leave in a database. */
interface State {
  /** A hash of the schema and of the settings of the database. */
  schema: string;
  tables: string[];
  /** The rows of the tables that have some, as a JSON array. */
  rows: { table: string; json: string }[];
  sequences: { name: string; value: string; isCalled: boolean }[];
}

let original: State | undefined;

async function readState(client: Client): Promise<State> {
  const { rows: relations } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const tables = relations.map(({ name }) => name);
  const rows: State['rows'] = [];
  for (const table of tables) {
    const { rows: found } = await client.query<{ json: string | null }>(
      `select json_agg(one)::text as json from "${table}" one`,
    );
    if (found[0]?.json) rows.push({ table, json: found[0].json });
  }
  const { rows: sequences } = await client.query<State['sequences'][number]>(
    `select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
     from pg_sequences where schemaname = 'public'`,
  );
  return { schema: await readSchema(client), tables, rows, sequences };
}

/** Returns the database to its original state; false where a test has changed the schema or has left many rows. */
async function cleanDatabase(client: Client): Promise<boolean> {
  const { schema, tables, rows, sequences } = original!;
  // A connection that a test has left open must not hold up the next test.
  await client.query(`set lock_timeout = '1s'`);
  if ((await readSchema(client)) !== schema) return false;
  await client.query('begin');
  // Without triggers: the ledger's own refuses to delete rows.
  await client.query('set local session_replication_role = replica');
  const deleted = await client.query(tables.map((table) => `delete from "${table}"`).join(';'));
  for (const { table, json } of rows)
    await client.query(
      `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", $1)`,
      [json],
    );
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [`public."${name}"`, value, isCalled]);
  await client.query('commit');
  const results = deleted as unknown as { rowCount: number | null }[];
  return results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0) <= rowsMax;
}

/** A hash of all relations, columns, triggers, constraints, functions and settings of the database. */
async function readSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(`
    select md5(string_agg(line, ';' order by line)) as hash from (
      select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions) from pg_class
        where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'column', attrelid::regclass, attname, atttypid, attnotnull, attisdropped)
        from pg_attribute join pg_class on attrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace and attnum > 0
      union all select concat_ws(' ', 'trigger', tgrelid::regclass, tgname, tgenabled) from pg_trigger
        where not tgisinternal
      union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'function', proname, md5(prosrc)) from pg_proc
        where pronamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'setting', setconfig) from pg_db_role_setting
        where setdatabase = (select oid from pg_database where datname = current_database())
    ) lines (line)`);
  return rows[0]!.hash;
}

async function withClient<Result>(url: string, run: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
