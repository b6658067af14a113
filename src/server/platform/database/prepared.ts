import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { readNow } from './sqlite.ts';

/**
 * Builds and compiles a query once and afterwards only binds its values, for queries of every request: building one
 * takes several times as long as SQLite takes to run it. `build` receives a placeholder for each value: it can be used
 * wherever a value can, but not inspected. PostgreSQL plans it once per connection as well, so the query must
 * name its columns: with `*` it would fail after another server has added one.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Database>, value: Values) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  // SQL differs between SQLite and PostgreSQL.
  const plans = new Map<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const dialect = db.getExecutor().adapter.constructor;
    const plan = plans.get(dialect) ?? withName(build(db, placeholders<Values>()).compile());
    plans.set(dialect, plan);
    const parameters = plan.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const query = { ...plan, parameters };
    return readNow(db, query) ?? (await db.executeQuery<Row>(query)).rows;
  };
}

/** Has the signature of `prepared` but builds the query each time: for queries with too many shapes to keep. */
export function unprepared<Values extends object, Row>(
  build: (db: Kysely<Database>, value: Values) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  return async (db, values) => (await db.executeQuery<Row>(build(db, values).compile())).rows;
}

/** The name of a prepared query, by its text; undefined for other queries. */
export const nameOf = (text: string): string | undefined => names.get(text);

const names = new Map<string, string>();

function withName<Row>(plan: CompiledQuery<Row>): CompiledQuery<Row> {
  if (/(^select|returning) \*/.test(plan.sql)) throw new Error(`a prepared query must name its columns: ${plan.sql}`);
  if (!names.has(plan.sql)) names.set(plan.sql, `plan_${names.size + 1}`);
  return plan;
}

/** The longest list of ids for which a plan is kept. */
const idsMax = 1_024;

/**
 * Prepares a query for the rows of a list of ids. The last id is repeated until there are 1, 2, 4, 8 … of them, so that
 * few plans serve lists of any length.
 */
export function preparedForIds<Row>(
  build: (db: Kysely<Database>, ids: readonly number[]) => Compilable<Row>,
): (db: Kysely<Database>, ids: readonly number[]) => Promise<Row[]> {
  const plans = new Map<number, (db: Kysely<Database>, ids: readonly number[]) => Promise<Row[]>>();
  const planFor = (count: number) =>
    prepared<readonly number[], Row>((db, ids) =>
      build(
        db,
        Array.from({ length: count }, (_, index) => ids[index]!),
      ),
    );
  return async (db, ids) => {
    if (ids.length === 0) return [];
    if (ids.length > idsMax) return (await db.executeQuery<Row>(build(db, ids).compile())).rows;
    const count = 2 ** Math.ceil(Math.log2(ids.length));
    const plan = plans.get(count) ?? planFor(count);
    plans.set(count, plan);
    return plan(
      db,
      Array.from({ length: count }, (_, index) => ids[Math.min(index, ids.length - 1)]!),
    );
  };
}

class Placeholder {
  readonly name: string | symbol;

  constructor(name: string | symbol) {
    this.name = name;
  }
}

const placeholders = <Values extends object>(): Values =>
  // A cast: every property is a placeholder, which no query inspects.
  new Proxy({}, { get: (_target, name) => new Placeholder(name) }) as Values;
