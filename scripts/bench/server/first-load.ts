import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { connect } from './connection.ts';
import { fillInstallation, signInAndCredit, usualSize } from './fill.ts';
import { production, serve } from './serve.ts';

/** What the first load of an admin's device costs in a shop with this number of users. */
export interface FirstLoad {
  users: number;
  /** Milliseconds from the first request to the last answer, once for each load. */
  ms: number[];
  /** Of all answers, before and after compression (brotli, quality 4). */
  bytes: number;
  compressed: number;
  rows: number;
  people: number;
}

/** The numbers of users of the two shops, which have the same numbers of orders, tickets and products. */
const users = [usualSize.users, 75 * usualSize.users] as const;

/** More orders than a device stores. */
const orders = 20_000;

/** Measures the first load in a shop with few users and in one with many, in turns. */
export async function measureFirstLoads(folder: string, loads: number): Promise<[FirstLoad, FirstLoad]> {
  const shops = await Promise.all(users.map(async (count) => openShop(join(folder, `users-${count}`), count)));
  try {
    const results = shops.map(({ count }): FirstLoad => ({ ...nothing, users: count, ms: [] }));
    for (let load = 0; load <= loads; load += 1) {
      for (const [at, { port, token }] of shops.entries()) {
        const { ms, ...content } = await loadOnce(port, token);
        // The first load warms the server up and is not counted.
        if (load > 0) results[at] = { ...results[at]!, ...content, ms: [...results[at]!.ms, ms] };
      }
    }
    return results as [FirstLoad, FirstLoad];
  } finally {
    await Promise.all(shops.map(({ stop }) => stop()));
  }
}

const nothing = { bytes: 0, compressed: 0, rows: 0, people: 0 };

async function openShop(dataFolder: string, count: number) {
  const installation = { DATA_DIR: dataFolder, PEPPER: production.PEPPER };
  await fillInstallation(installation, { users: count, orders });
  const { admins } = await signInAndCredit(installation);
  const { port, stop } = await serve(installation);
  return { count, port, stop, token: admins[0]!.token };
}

interface Answer {
  epoch: string;
  cursor: string;
  before: string | null;
  more: boolean;
  older: { entity: string; key: string }[];
  changes: { entity: string; key: string }[];
}

async function loadOnce(port: number, token: string): Promise<Omit<FirstLoad, 'users' | 'ms'> & { ms: number }> {
  const device = connect(port);
  const bodies: Buffer[] = [];
  const keys = new Set<string>();
  let position: Pick<Answer, 'cursor' | 'before' | 'epoch'> | null = null;
  const startedAt = performance.now();
  for (let more = true; more;) {
    const body = { protocol: 1, epoch: null, cursor: null, before: null, mutations: [], ...position };
    const reply = await device.ask({ method: 'POST', path: '/api/sync', token, body });
    if (reply.status !== 200) throw new Error(`a first load was refused: ${reply.body.toString()}`);
    bodies.push(reply.body);
    const answer = JSON.parse(reply.body.toString()) as Answer;
    for (const { entity, key } of [...answer.older, ...answer.changes]) keys.add(`${entity}:${key}`);
    position = { epoch: answer.epoch, cursor: answer.cursor, before: answer.before };
    more = answer.more;
  }
  const ms = performance.now() - startedAt;
  device.close();
  const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
  return {
    ms,
    bytes: sum(bodies.map(({ length }) => length)),
    compressed: sum(bodies.map(compressedSize)),
    rows: keys.size,
    people: [...keys].filter((key) => key.startsWith('people:')).length,
  };
}

const compressedSize = (body: Buffer): number =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
