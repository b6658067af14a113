import { prepareFolder } from './postgres.ts';

/** Vitest's global setup of the server tests: what each test file with PostgreSQL would make anew is made once. */
export async function setup(): Promise<(() => void) | undefined> {
  return process.env.TEST_DATABASE === 'postgres' ? prepareFolder() : undefined;
}
