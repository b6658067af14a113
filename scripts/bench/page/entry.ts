import { loadAll } from './loading.ts';
import { coldStart, firstFilter, keepInMemory, readAll } from './reading.ts';
import { writeAll } from './writing.ts';

const bench = { loadAll, coldStart, firstFilter, readAll, writeAll, keepInMemory };

/** The functions that the driver calls in the page. */
export type Bench = typeof bench;

// Dexie's errors lose their message on the way from the page to the driver.
for (const [name, part] of Object.entries(bench) as [string, (...args: never[]) => Promise<unknown>][]) {
  const withMessage = (...args: never[]) =>
    part(...args).catch((thrown: Error) => {
      throw new Error(`${name}: ${thrown.name} ${thrown.message}\n${thrown.stack}`, { cause: thrown });
    });
  Object.assign(bench, { [name]: withMessage });
}

Object.assign(globalThis, { bench });
