import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { crossNodes } from '../../src/server/platform/database/crossing.ts';
import { createPokes } from '../../src/server/platform/pokes.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { databaseKind } from '../support/world.ts';

test.runIf(databaseKind === 'postgres')(
  'a node whose listening connection falls silent hears of the other nodes again',
  async () => {
    const { url } = await emptyDatabase();
    const proxy = await startDatabaseProxy(url);
    const pool = new Pool({ connectionString: url });
    const failures: string[] = [];
    const local = createPokes();
    const here = crossNodes(local, { pool, listenTo: proxy.url, checkEvery: 50 }, ({ message }) =>
      failures.push(message),
    );
    const there = crossNodes(createPokes(), { pool, listenTo: null }, () => undefined);
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close()]);
      await pool.end();
    });
    await here.ready;
    let heard = 0;
    local.subscribe(['catalog'], () => (heard += 1));
    const tell = () => {
      there.poke(['catalog']);
      return heard;
    };
    await expect.poll(tell).toBeGreaterThan(0);

    proxy.fallSilent();
    proxy.recover();
    await expect.poll(() => failures, { timeout: 10_000 }).toEqual(['Query read timeout']);
    const before = heard;

    await expect.poll(tell, { timeout: 10_000 }).toBeGreaterThan(before);
  },
);
