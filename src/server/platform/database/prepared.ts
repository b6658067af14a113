import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { readNow } from './sqlite.ts';

/**
 * A query that is built and compiled once and then only given its values, for what each request asks: building one
 * takes several times as long as SQLite takes to answer it. `build` gets a stand-in for each value, which can stand
 * wherever a value can, but cannot be looked into. PostgreSQL plans it once for each connection as well, so it names
 * its columns: with `*` it would fail where another node has just added one.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Database>, value: Values) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  // SQLite and PostgreSQL are written differently.
  const plans = new Map<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const dialect = db.getExecutor().adapter.constructor;
    const plan = plans.get(dialect) ?? named(build(db, standIns<Values>()).compile());
    plans.set(dialect, plan);
    const parameters = plan.parameters.map((one) => (one instanceof StandIn ? values[one.name as keyof Values] : one));
    const query = { ...plan, parameters };
    return readNow(db, query) ?? (await db.executeQuery<Row>(query)).rows;
  };
}

/** The same way to ask, built anew each time: for what comes in more shapes than are worth keeping. */
export function unprepared<Values extends object, Row>(
  build: (db: Kysely<Database>, value: Values) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  return async (db, values) => (await db.executeQuery<Row>(build(db, values).compile())).rows;
}

/** The name of a query that was prepared, by its text; none of another one. */
export const nameOf = (text: string): string | undefined => names.get(text);

const names = new Map<string, string>();

function named<Row>(plan: CompiledQuery<Row>): CompiledQuery<Row> {
  if (/(^select|returning) \*/.test(plan.sql)) throw new Error(`a prepared query names its columns: ${plan.sql}`);
  if (!names.has(plan.sql)) names.set(plan.sql, `plan_${names.size + 1}`);
  return plan;
}

/** Ids of one statement at most that are worth a plan. */
const idsMax = 1_024;

/**
 * The same for the rows of a list of ids. The last id is repeated until there are 1, 2, 4, 8 … of them, so that a
 * handful of plans answers lists of any length.
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

class StandIn {
  readonly name: string | symbol;

  constructor(name: string | symbol) {
    this.name = name;
  }
}

const standIns = <Values extends object>(): Values =>
  // A cast: whatever is read from it is a stand-in, which no query looks into.
  new Proxy({}, { get: (_target, name) => new StandIn(name) }) as Values;
