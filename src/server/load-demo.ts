import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Services } from './platform/context.ts';
import { saveDemoAccounts, savedDemoAccounts, type DemoAccounts } from './platform/demo-accounts.ts';
import { OperatorError } from './platform/base/operator-error.ts';

/**
 * Imports the program that creates demo data, which the production image does not contain: no other file imports it.
 * Throws an OperatorError when it is missing.
 */
export async function loadDemo() {
  if (!existsSync(join(import.meta.dirname, 'demo'))) {
    throw new OperatorError('This installation has no demo data: it is for NODE_ENV=production.');
  }
  return import('./demo/seed.ts');
}

/**
 * Fills an empty database with demo data if the settings allow demo accounts. Returns these accounts, also at later
 * starts.
 */
export async function seedAtStart(services: Services): Promise<DemoAccounts> {
  const { demo, dataDir } = services.settings;
  if (!demo) return [];
  const user = await services.reader.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (user) return savedDemoAccounts(dataDir);
  const { seedDemo } = await loadDemo();
  return saveDemoAccounts(dataDir, await seedDemo(services));
}
