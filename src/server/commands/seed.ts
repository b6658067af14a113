import { createInterface } from 'node:readline/promises';
import { keepAccounts } from '../demo/first-start.ts';
import { emptyHouse } from '../demo/fresh.ts';
import { checkDemoPlace, seedDemo, type DemoAccounts } from '../demo/seed.ts';
import { defaultSize, type DemoSize } from '../demo/shop.ts';
import { holdAlone } from '../platform/database/exclusive-use.ts';
import { openMeans } from '../platform/means.ts';
import { OperatorError, readArguments, readCount, runCommand } from '../platform/operator-error.ts';
import { placeOf, readSettings, type Settings } from '../platform/settings.ts';

const usage = 'npm run seed -- [--users N] [--products N] [--orders N] [--tickets N] [--fresh [--yes]]';

// Fills an empty database with a demo shop of that size. --fresh deletes everything in it first, and asks before; --yes
// is the answer in a script. No server may use the database.
await runCommand(async () => {
  const count = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = readArguments(usage, {
    options: { users: count, products: count, orders: count, tickets: count, fresh: flag, yes: flag },
  });
  const size = sizeOf(values);
  const settings = readSettings(process.env);
  checkDemoPlace(settings);
  const release = await holdAlone(settings.database);
  if (values.fresh) {
    if (!values.yes) await ask(`Everything in ${placeOf(settings.database)} will be deleted.`);
    await emptyHouse(settings);
  }
  // A server's own connection would wait for this lock; the rows are written in one transaction anyway.
  if (settings.database.kind === 'postgres') await release();
  const begun = performance.now();
  const accounts = keepAccounts(settings.dataDir, await fill(settings, size));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const { users, products, orders, tickets } = size;
  console.log(`${users} users, ${products} products, ${orders} orders and ${tickets} tickets in ${seconds} s`);
  for (const { role, email, password, pin } of accounts) {
    console.log(`  ${role.padEnd(6)} ${email}  ${password}${pin ? `  PIN ${pin}` : ''}`);
  }
});

async function fill(settings: Settings, size: DemoSize): Promise<DemoAccounts> {
  const open = await openMeans(settings, { patient: true });
  try {
    return await seedDemo(open.means, size);
  } finally {
    await open.close();
  }
}

/** Throws an OperatorError unless the person at the terminal types "yes". */
async function ask(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new OperatorError(`${question} Say --yes to go on without a terminal.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} Type yes to go on: `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new OperatorError('Nothing was deleted.');
}

function sizeOf(asked: Partial<Record<keyof DemoSize, string>>): DemoSize {
  const size = { ...defaultSize };
  for (const [name, least] of [
    ['users', 7],
    ['products', 1],
    ['orders', 0],
    ['tickets', 0],
  ] as const) {
    const text = asked[name];
    if (text !== undefined) size[name] = readCount(name, text, least);
  }
  return size;
}
