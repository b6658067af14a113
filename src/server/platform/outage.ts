import type { Logger } from './context.ts';
import { sqliteCodeOf } from './disk-failure.ts';
import { FileStoreError } from './files/store-error.ts';

/** What the server depends on and cannot use during an outage. */
type Outage = 'database' | 'file store';

/** Says whether an error means an outage: a dependency cannot be used at the moment, and the same request may succeed later. */
export const isOutage = (error: unknown): boolean => outageOf(error) !== null;

/** Says whether the database connection an error happened on is lost or reaches a server that no longer takes changes. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    isConnectionError(error) || (typeof code === 'string' ? lostStates.test(code) : driverMessages.has(error.message))
  );
}

/**
 * Logs an outage: one warning when it begins and one line when it is over, with the number of failures. Everything
 * that fails in between is counted and not logged.
 */
export function logOutage(log: Logger, error: unknown): void {
  const what = outageOf(error) ?? 'database';
  const known = outages.get(log) ?? new Map<Outage, Course>();
  outages.set(log, known);
  const now = performance.now();
  const course = known.get(what);
  if (course) {
    course.failures += 1;
    course.last = now;
    return;
  }
  log.warn({ err: error }, `the ${what} failed; requests that need it are answered with 503 until it works again`);
  const started: Course = { failures: 1, first: now, last: now };
  known.set(what, started);
  const timer = setInterval(() => {
    if (performance.now() - started.last < quiet) return;
    clearInterval(timer);
    known.delete(what);
    const seconds = Math.round((started.last - started.first) / 1000);
    log.info({ failures: started.failures, seconds }, `the ${what} has not failed since`);
  }, 1_000).unref();
}

/** Ms without a failure after which an outage is over; the mail worker alone asks the database more often. */
const quiet = 15_000;

/** Times are in ms of the process. */
interface Course {
  failures: number;
  first: number;
  last: number;
}

const outages = new WeakMap<Logger, Map<Outage, Course>>();

/**
 * Names what cannot be used at the moment when `error` means an outage: the connection is lost or refused, the other
 * side starts, stops or changes roles, or it has run out of connections or space. The same request may succeed later.
 * Returns null for every other error.
 */
function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  if (isConnectionError(error) || isPostgresOutage(error) || sqliteCodes.has(sqliteCodeOf(error))) return 'database';
  return error instanceof FileStoreError ? 'file store' : null;
}

const codeOf = (error: Error): unknown => (error as { code?: unknown }).code;

/**
 * A socket that could not be opened (also the Unix socket of a server that is away) or broke. A client that aborts its
 * request gives ECONNRESET as well, but no system call failed then.
 */
function isConnectionError(error: Error): boolean {
  if (error instanceof AggregateError)
    return error.errors.some((one) => one instanceof Error && isConnectionError(one));
  const { syscall } = error as { syscall?: unknown };
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return typeof syscall === 'string' && socketCodes.has(codeOf(error));
}

const socketCodes = new Set<unknown>([
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);

function isPostgresOutage(error: Error): boolean {
  const code = codeOf(error);
  return typeof code === 'string' ? sqlStates.test(code) : driverMessages.has(error.message);
}

/**
 * 08… connection exceptions, also whatever PgBouncer reports; 53… out of connections, memory or disk; 57P0… shutdown,
 * crash, start; 57014 cancelled; 25P02, 25P03 transaction that was lost before; 25006 read-only after a failover;
 * 28…, 3D000 refused while it is being set up; 40… deadlocks and the like that several attempts have not ended;
 * 55P03 lock not available; 58… the system under it fails.
 */
const sqlStates = /^(?:(?:08|28|53|58)\w{3}|57P0\d|57014|25P02|25P03|25006|3D000|40001|40003|40P01|55P03)$/;

/** Those of them after which the connection is of no more use. */
const lostStates = /^(?:08\w{3}|57P0\d|25P03|25006)$/;

/** What `pg`, its pool and Kysely say about a connection without giving a code. */
const driverMessages = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'There was an error establishing an SSL connection',
  'Postgres connection has been discarded',
]);

/** Primary result codes of SQLite: 5 busy, 8 became read-only, 10 disk failure, 13 disk full, 14 cannot be opened. */

const sqliteCodes = new Set<unknown>([5, 8, 10, 13, 14]);
