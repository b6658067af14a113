import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyHouse } from '../demo/fresh.ts';
import { NotEmptyError, seedDemo, type DemoAccounts } from '../demo/seed.ts';
import { defaultSize, type DemoSize } from '../demo/shop.ts';
import { openMeans } from '../platform/means.ts';
import { OperatorError, readArguments, readCount, runCommand } from '../platform/operator-error.ts';
import { readSettings, type Settings } from '../platform/settings.ts';

const usage = 'npm run seed -- [--users N] [--products N] [--orders N] [--tickets N] [--fresh]';

// `npm run seed -- [--users N] [--products N] [--orders N] [--tickets N] [--fresh]`: fills an empty database with a
// demo shop of that size. --fresh deletes everything first; stop the server before.
await runCommand(async () => {
  const count = { type: 'string' } as const;
  const { values } = readArguments(usage, {
    options: { users: count, products: count, orders: count, tickets: count, fresh: { type: 'boolean' } },
  });
  const size = sizeOf(values);
  const settings = readSettings(process.env);
  if (settings.production) throw new OperatorError('Demo data is not for production.');
  if (values.fresh) await emptyHouse(settings);
  const begun = performance.now();
  const accounts = await fill(settings, size);
  writeFileSync(join(settings.dataDir, 'demo-accounts.json'), JSON.stringify(accounts, null, 2), { mode: 0o600 });
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
  } catch (error) {
    if (!(error instanceof NotEmptyError)) throw error;
    throw new OperatorError('The database is not empty. With --fresh everything in it is deleted first.');
  } finally {
    await open.close();
  }
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
