import { loadAll } from './loading.ts';
import { coldStart, firstFilter, keepInMemory, readAll } from './reading.ts';
import { writeAll } from './writing.ts';

const bench = { loadAll, coldStart, firstFilter, readAll, writeAll, keepInMemory };

/** What the driver calls in the page. */
export type Bench = typeof bench;

// Dexie's errors lose their words on the way from the page to the driver.
for (const [name, part] of Object.entries(bench) as [string, (...args: never[]) => Promise<unknown>][]) {
  const told = (...args: never[]) =>
    part(...args).catch((thrown: Error) => {
      throw new Error(`${name}: ${thrown.name} ${thrown.message}\n${thrown.stack}`, { cause: thrown });
    });
  Object.assign(bench, { [name]: told });
}

Object.assign(globalThis, { bench });
