import { entities } from '../../../src/contract/sync-limits.ts';
import type { Change, EntityName } from '../../../src/contract/sync.ts';
import type { QueuedReply } from './plain-store.ts';

/*
 * SQLite on the origin's private files, used in the fastest way: in a worker, which these files require; each table has
 * its keys as columns and the row as JSON; statements are prepared once.
 */

/** `device.ts` serves the library unchanged, because the library loads its WebAssembly from the same folder. */
const library = '/sqlite/sqlite3.mjs';

/** The used part of the library; its own types lack the storage on private files. */
interface Sqlite {
  installOpfsSAHPoolVfs(options: { initialCapacity: number }): Promise<{ OpfsSAHPoolDb: new (file: string) => Db }>;
}
interface Db {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  selectObjects(sql: string, bind?: unknown[]): { row: string }[];
  selectValue(sql: string, bind?: unknown[]): unknown;
  transaction(run: () => void): void;
}
interface Statement {
  bind(values: readonly unknown[]): Statement;
  stepReset(): Statement;
}

/** The columns besides `row`: those that the app's own database indexes. */
const columns: Partial<Record<EntityName, readonly string[]>> = {
  tickets: ['number', 'status', 'type', 'user_id', 'created_at'],
  responses: ['ticket_id', 'created_at'],
  orders: ['status', 'user_id', 'created_at'],
  notifications: ['created_at'],
};

const indexes = [
  'tickets(created_at)',
  'tickets(status, type, created_at)',
  'tickets(user_id, created_at)',
  'tickets(number)',
  'responses(ticket_id, created_at)',
  'orders(created_at)',
  'orders(status, created_at)',
  'orders(user_id, created_at)',
  'members(category_id)',
  'outbox(lane, at)',
  'outbox(state)',
];

const db = await open();
const inserts = new Map<EntityName, Statement>();
const insertBaseRow = db.prepare('insert or replace into before values (?, ?)');
const insertItem = db.prepare('insert or replace into outbox values (?, ?, ?, ?, ?)');
const addMember = db.prepare('insert or ignore into members values (?, ?)');

async function open(): Promise<Db> {
  const { default: init } = (await import(/* @vite-ignore */ library)) as { default: () => Promise<Sqlite> };
  const sqlite = await init();
  const { OpfsSAHPoolDb } = await sqlite.installOpfsSAHPoolVfs({ initialCapacity: 6 });
  const opened = new OpfsSAHPoolDb('/bench.sqlite');
  opened.exec('pragma journal_mode = truncate; pragma synchronous = full; pragma cache_size = -16000');
  for (const name of entities) {
    const keyColumns = (columns[name] ?? []).map((column) => `${column}, `).join('');
    opened.exec(`create table if not exists ${name} (id primary key, ${keyColumns}row text) without rowid`);
  }
  opened.exec('create table if not exists members (product_id, category_id, primary key (product_id, category_id))');
  opened.exec('create table if not exists before (id primary key, row text) without rowid');
  opened.exec('create table if not exists outbox (id primary key, lane, at, state, args text) without rowid');
  for (const [at, index] of indexes.entries()) opened.exec(`create index if not exists index_${at} on ${index}`);
  return opened;
}

function insertInto(entity: EntityName): Statement {
  const places = ['?', ...(columns[entity] ?? []).map(() => '?'), '?'].join(', ');
  const statement = inserts.get(entity) ?? db.prepare(`insert or replace into ${entity} values (${places})`);
  inserts.set(entity, statement);
  return statement;
}

function putOne(entity: EntityName, row: Record<string, unknown>): void {
  const keyColumns = (columns[entity] ?? []).map((column) => row[column]);
  insertInto(entity)
    .bind([row.id, ...keyColumns, JSON.stringify(row)])
    .stepReset();
  for (const category of (row.category_ids ?? []) as number[]) addMember.bind([row.id, category]).stepReset();
}

function queueReply({ response, item }: QueuedReply): void {
  const text = String(db.selectValue('select row from tickets where id = ?', [response.ticket_id]));
  insertBaseRow.bind([response.ticket_id, text]).stepReset();
  putOne('tickets', { ...(JSON.parse(text) as Record<string, unknown>), status: 'in_progress' });
  putOne('responses', response);
  insertItem.bind([item.id, item.lane, item.at, item.state, JSON.stringify(item.args)]).stepReset();
}

const rowsOf = (sql: string, bind?: unknown[]): unknown[] =>
  db.selectObjects(sql, bind).map(({ row }) => JSON.parse(row) as unknown);

const methods: Record<string, (...args: never[]) => unknown> = {
  putAll: (changes: Change[]) => db.transaction(() => changes.forEach(({ entity, row }) => putOne(entity, row!))),
  put: (entity: EntityName, row: Record<string, unknown>) => putOne(entity, row),
  queueReply: (reply: QueuedReply) => db.transaction(() => queueReply(reply)),
  orderPage: (status: string) =>
    rowsOf('select row from orders where status = ? order by created_at desc limit 10', [status]),
  nextOrders: (status: string, before: string) =>
    rowsOf('select row from orders where status = ? and created_at < ? order by created_at desc limit 10', [
      status,
      before,
    ]),
  ticketPage: (status: string, type: string) => ({
    rows: rowsOf('select row from tickets where status = ? and type = ? order by created_at desc limit 20', [
      status,
      type,
    ]),
    total: db.selectValue('select count(*) from tickets where status = ? and type = ?', [status, type]),
  }),
  newestTickets: () => rowsOf('select row from tickets order by created_at desc limit 20'),
  categoryPage: (category: number) =>
    rowsOf(
      "select row from products where id in (select product_id from members where category_id = ?) order by row ->> 'title' limit 12",
      [category],
    ),
  responsesOf: (ticket: string) =>
    rowsOf('select row from responses where ticket_id = ? order by created_at', [ticket]),
  /** Searches texts with LIKE: one pass through all rows, in the worker. */
  countMatches: (word: string) =>
    db.selectValue(
      'select (select count(*) from products where row like ?1) + count(*) from tickets where row like ?1',
      [`%${word}%`],
    ),
  countOrders: (word: string) => db.selectValue('select count(*) from orders where row like ?', [`%${word}%`]),
};

addEventListener('message', ({ data }: MessageEvent<{ id: number; method: string; args: never[] }>) => {
  const { id, method, args } = data;
  try {
    postMessage({ id, answer: methods[method]!(...args) });
  } catch (thrown) {
    postMessage({ id, problem: String(thrown) });
  }
});
postMessage({ id: 0 });
