import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { notifyAcrossNodes } from '../../src/server/platform/changes/notifier-postgres.ts';
import { createNotifier } from '../../src/server/platform/changes/notifier.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { databaseKind } from '../support/test-server.ts';

test.runIf(databaseKind === 'postgres')(
  'a node whose listening connection falls silent is notified by the other nodes again',
  async () => {
    const { url } = await emptyDatabase();
    const proxy = await startDatabaseProxy(url);
    const pool = new Pool({ connectionString: url });
    const failures: string[] = [];
    const local = createNotifier();
    const here = notifyAcrossNodes(local, { pool, listenTo: proxy.url, checkEvery: 50 }, ({ message }) =>
      failures.push(message),
    );
    const there = notifyAcrossNodes(createNotifier(), { pool, listenTo: null }, () => undefined);
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close()]);
      await pool.end();
    });
    await here.ready;
    let received = 0;
    local.subscribe(['catalog'], () => (received += 1));
    const notifyAndCount = () => {
      there.notify(['catalog']);
      return received;
    };
    await expect.poll(notifyAndCount).toBeGreaterThan(0);

    proxy.fallSilent();
    proxy.recover();
    await expect.poll(() => failures).toEqual(['Query read timeout']);
    const before = received;

    await expect.poll(notifyAndCount).toBeGreaterThan(before);
  },
);
