import type { Logger } from '../base/logger.ts';
import { sqliteCodeOf } from '../base/disk-failure.ts';
import { FileStoreError } from '../base/operator-error.ts';

/** A dependency of the server that can be out of service. */
type Dependency = 'database' | 'file store';

/**
 * Returns whether an error means an outage: a dependency cannot be used at the moment, and the same request may succeed
 * later.
 */
export const isOutage = (error: unknown): boolean => outageOf(error) !== null;

/**
 * Returns whether the connection on which an error happened is lost, or leads to a server that no longer accepts
 * changes.
 */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    isConnectionError(error) ||
    (typeof code === 'string' ? lostConnectionStates.test(code) : driverMessages.has(error.message))
  );
}

/**
 * Logs an outage: one warning at its start, and at its end one line with the number of failures. Failures in between
 * are only counted.
 */
export function logOutage(log: Logger, error: unknown): void {
  const dependency = outageOf(error) ?? 'database';
  const known = outages.get(log) ?? new Map<Dependency, OutageState>();
  outages.set(log, known);
  const now = performance.now();
  const state = known.get(dependency);
  if (state) {
    state.failures += 1;
    state.last = now;
    return;
  }
  log.warn(
    { err: error },
    `the ${dependency} failed; requests that need it are answered with 503 until it works again`,
  );
  const started: OutageState = { failures: 1, first: now, last: now };
  known.set(dependency, started);
  const timer = setInterval(() => {
    if (performance.now() - started.last < outageEndsAfterMs) return;
    clearInterval(timer);
    known.delete(dependency);
    const seconds = Math.round((started.last - started.first) / 1000);
    log.info({ failures: started.failures, seconds }, `the ${dependency} has not failed since`);
  }, 1_000).unref();
}

/** How long after its last failure an outage is over, in ms; the mail worker alone queries the database more often. */
const outageEndsAfterMs = 15_000;

/** Times are in ms since the start of the process. */
interface OutageState {
  failures: number;
  first: number;
  last: number;
}

const outages = new WeakMap<Logger, Map<Dependency, OutageState>>();

/**
 * Names the dependency that an error shows to be unavailable: its connection is lost or refused, it starts, stops or
 * changes roles, or it has run out of connections or space. Returns null for every other error.
 */
function outageOf(error: unknown): Dependency | null {
  if (!(error instanceof Error)) return null;
  if (isConnectionError(error) || isPostgresOutage(error) || sqliteOutageCodes.has(sqliteCodeOf(error)))
    return 'database';
  return error instanceof FileStoreError ? 'file store' : null;
}

const codeOf = (error: Error): unknown => (error as { code?: unknown }).code;

/**
 * Returns whether a socket could not be opened (including the Unix socket of a stopped server) or broke. A client that
 * aborts its request causes ECONNRESET as well, but without a failed system call.
 */
function isConnectionError(error: Error): boolean {
  if (error instanceof AggregateError)
    return error.errors.some((inner) => inner instanceof Error && isConnectionError(inner));
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
  return typeof code === 'string' ? outageStates.test(code) : driverMessages.has(error.message);
}

/**
 * 08… connection exceptions, including those of PgBouncer; 53… out of connections, memory or disk; 57P0… shutdown,
 * crash, start; 57014 cancelled; 25P02, 25P03 transaction lost earlier; 25006 read-only after a failover; 28…, 3D000
 * refused while the server is set up; 40… deadlocks and serialisation failures after several attempts; 55P03 lock not
 * available; 58… system error.
 */
const outageStates = /^(?:(?:08|28|53|58)\w{3}|57P0\d|57014|25P02|25P03|25006|3D000|40001|40003|40P01|55P03)$/;

/** The states after which the connection cannot be used any more. */
const lostConnectionStates = /^(?:08\w{3}|57P0\d|25P03|25006)$/;

/** Errors of `pg`, its pool and Kysely about a connection that have no code. */
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
const sqliteOutageCodes = new Set<unknown>([5, 8, 10, 13, 14]);
