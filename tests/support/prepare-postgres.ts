import { sharePostgres } from './postgres.ts';

/** Vitest's global setup of the server tests: one PostgreSQL for all test files; each test has its own database in it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  return process.env.TEST_DATABASE === 'postgres' ? sharePostgres() : undefined;
}
