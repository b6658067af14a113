import { expect, test } from 'vitest';
import type { LedgerRow } from '../../src/contract/balance.ts';
import type { Change, SyncAnswer } from '../../src/contract/sync.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { rememberHead } from '../../src/client/sync/ledger-heads.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { wipeCache } from '../../src/client/sync/user-data.ts';
import { amina, deviceOf, nothingNew } from './support.ts';

const row = (id: number, hash?: string) => ({ id, amount: 1, rev: 1, ...(hash && { hash }) }) as unknown as LedgerRow;
const change = (id: number, hash?: string): Change => {
  return { entity: 'ledger', key: String(id), rev: 1, row: row(id, hash) as unknown as Record<string, unknown> };
};

const readHeads = async (db: LocalDatabase) =>
  (await db.fact('heads'))?.map(({ id, hash, epoch }) => `${id} ${hash} ${epoch}`);

/** A device that gets these answers in turn, each in a pass of its own. */
async function deviceWith(...answers: Partial<SyncAnswer>[]) {
  const device = await deviceOf(amina);
  for (const answer of answers) {
    device.server = () => nothingNew(answer);
    await runPass(device.db, device.environment);
  }
  return device;
}

test('S2B-26 each pass remembers the hash of its newest movement, and never replaces one that it remembers', async () => {
  const { db } = await deviceWith(
    { older: [change(9, 'i'), change(8, 'h')] },
    { changes: [change(10, 'j'), change(12, 'l'), change(11, 'k')] },
    { changes: [change(12, 'other'), change(3, 'c')] },
    { changes: [change(13)] },
  );

  expect(await readHeads(db)).toEqual([`9 i e1`, `12 l e1`]);
});

test('S2B-26 remembered hashes outlast a restored server and the end of a session, and are at most 48', async () => {
  const { db } = await deviceWith({ changes: [change(7, 'g')] }, { epoch: 'e2', older: [change(5, 'e')] });
  expect(await readHeads(db)).toEqual(['7 g e1', '5 e e2']);

  await wipeCache(db);
  expect(await readHeads(db)).toEqual(['7 g e1', '5 e e2']);

  for (let id = 6; id < 206; id++) await rememberHead(db, 'e2', row(id, `h${id}`));
  const heads = (await readHeads(db))!;
  expect(heads.length).toBeLessThanOrEqual(48);
  expect(heads.length).toBeGreaterThan(24);
  expect([heads[0], heads.at(-1)]).toEqual(['7 g e1', '205 h205 e2']);
});
