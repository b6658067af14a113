import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * A query that is built and compiled once and then only given its values, for what each request asks: building one
 * takes several times as long as SQLite takes to answer it. `build` gets a stand-in for each value, which can stand
 * wherever a value can, but cannot be looked into.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Database>, value: Values) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  // SQLite and PostgreSQL are written differently.
  const plans = new Map<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const dialect = db.getExecutor().adapter.constructor;
    const plan = plans.get(dialect) ?? build(db, standIns<Values>()).compile();
    plans.set(dialect, plan);
    const parameters = plan.parameters.map((one) => (one instanceof StandIn ? values[one.name as keyof Values] : one));
    return (await db.executeQuery<Row>({ ...plan, parameters })).rows;
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
