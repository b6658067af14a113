import { createInterface } from 'node:readline/promises';
import { loadDemo } from '../load-demo.ts';
import { lockExclusively } from '../platform/database/exclusive-use.ts';
import { requireDemoAllowed, saveDemoAccounts, type DemoAccounts } from '../platform/demo-accounts.ts';
import { openServices } from '../platform/services.ts';
import { OperatorError, readArguments, readCount, runCommand } from '../platform/base/operator-error.ts';
import { locationOf, readSettings, type Settings } from '../platform/base/settings.ts';

/** Minimum number of each kind of record in a shop. */
const smallest = { users: 7, products: 1, orders: 0, tickets: 0 };

type Size = typeof smallest;

const usage = 'npm run seed -- [--users N] [--products N] [--orders N] [--tickets N] [--fresh [--yes]]';

// Fills an empty database with a demo shop of the given size. --fresh first deletes all rows after the operator has
// confirmed; --yes confirms in a script. No server may use the database.
await runCommand(async () => {
  const count = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = readArguments(usage, {
    options: { users: count, products: count, orders: count, tickets: count, fresh: flag, yes: flag },
  });
  const requested = sizeOf(values);
  const settings = readSettings(process.env);
  requireDemoAllowed(settings);
  const demo = await loadDemo();
  const size = demo.completeSize(requested);
  const release = await lockExclusively(settings.database);
  if (values.fresh) {
    if (!values.yes) await confirm(`Everything in ${locationOf(settings.database)} will be deleted.`);
    await demo.deleteAllTables(settings);
  }
  // The connection that writes the rows would wait for this lock; the rows are written in one transaction anyway.
  if (settings.database.kind === 'postgres') await release();
  const begun = performance.now();
  const accounts = saveDemoAccounts(settings.dataDir, await seedDatabase(settings, size));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const { users, products, orders, tickets } = size;
  console.log(`${users} users, ${products} products, ${orders} orders and ${tickets} tickets in ${seconds} s`);
  for (const { role, email, password, pin } of accounts) {
    console.log(`  ${role.padEnd(6)} ${email}  ${password}${pin ? `  PIN ${pin}` : ''}`);
  }
});

async function seedDatabase(settings: Settings, size: Size): Promise<DemoAccounts> {
  const { services, close } = await openServices(settings, { unlimitedQueries: true });
  try {
    const { seedDemo } = await loadDemo();
    return await seedDemo(services, size);
  } finally {
    await close();
  }
}

/** Throws an OperatorError unless the operator types "yes" at the terminal. */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new OperatorError(`${question} Add --yes to continue without a terminal.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} Type yes to continue: `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new OperatorError('Nothing was deleted.');
}

function sizeOf(requested: Partial<Record<keyof Size, string>>): Partial<Size> {
  const size: Partial<Size> = {};
  for (const [name, least] of Object.entries(smallest) as [keyof Size, number][]) {
    const text = requested[name];
    if (text !== undefined) size[name] = readCount(name, text, least);
  }
  return size;
}
