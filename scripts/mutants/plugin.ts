import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { home } from '../stamp.mjs';
import { client } from './client.ts';
import { codes } from './codes.ts';
import { fieldsAndSaves } from './fields-and-saves.ts';
import { forms } from './forms.ts';
import { moneyAndRights } from './money-and-rights.ts';
import { moneyForms } from './money-forms.ts';
import { oldApps } from './old-apps.ts';
import { ordersAndLists } from './orders-and-lists.ts';
import { partRefunds } from './part-refunds.ts';
import { requestsAndRows } from './requests-and-rows.ts';
import { serverAndContract } from './server-and-contract.ts';
import { topups } from './topups.ts';
import { verification } from './verification.ts';
import { whatIsSold } from './what-is-sold.ts';

/** A small change of behaviour, and the tests that must fail with it. */
export interface Mutant {
  /** The wrong behaviour that it causes. */
  name: string;
  /** Below `src`. */
  file: string;
  /** Occurs exactly once in the file. */
  from: string;
  to: string;
  /** The project of Vitest, and its test files below `tests`. */
  project: 'contract' | 'server' | 'sync' | 'screens';
  tests: readonly string[];
  /** The database of the tests; SQLite by default. */
  database?: 'postgres';
}

/** All mutants, in the order of their runs and numbers: new ones come last. */
export const mutants: readonly Mutant[] = [
  ...moneyAndRights,
  ...serverAndContract,
  ...client,
  ...ordersAndLists,
  ...forms,
  ...fieldsAndSaves,
  ...moneyForms,
  ...requestsAndRows,
  ...oldApps,
  ...partRefunds,
  ...topups,
  ...whatIsSold,
  ...codes,
  ...verification,
];

/** With slashes, as Vite writes paths. */
const sources = join(home, 'src').replaceAll('\\', '/');

/**
 * Puts the mutant with the index MUTANT into its source file when Vitest loads that file, and then writes the file
 * MUTANT_LOADED: a mutant that no test loads proves nothing. Without MUTANT the plugin changes nothing: with other plugins,
 * Vite would bundle the packages of the screens again, and another run in this folder would fail meanwhile.
 */
export function mutantPlugin({ MUTANT, MUTANT_LOADED }: NodeJS.ProcessEnv = process.env): Plugin[] {
  const mutant = MUTANT === undefined ? undefined : mutants[Number(MUTANT)];
  const transform = (code: string, id: string) => {
    // Not the file of the release before, which tests load from another folder.
    if (id.split('?')[0] !== `${sources}/${mutant?.file}`) return null;
    if (MUTANT_LOADED) writeFileSync(MUTANT_LOADED, mutant!.name);
    return code.replace(mutant!.from, () => mutant!.to);
  };
  return [{ name: 'mutant', enforce: 'pre', ...(mutant && { transform }) }];
}
