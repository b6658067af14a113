import { textIn } from '../../../contract/article-rules.ts';
import type { Article } from '../../../contract/articles.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import type { TopupRow } from '../../../contract/topups.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import type { LogLine, OutboxItem, SentItem } from '../../local/stored.ts';
import type { RoleName } from '../../../contract/permissions.ts';
import { sideOf } from '../../../contract/ticket-rules.ts';
import { isLocale } from '../../text/locales.ts';

/** The outbox items of one record, oldest first. */
export interface OutboxGroup {
  lane: string;
  /** The record, when it is a ticket that this device has; null otherwise. */
  ticket: Pick<TicketRow, 'id' | 'number' | 'subject'> | null;
  /** The record, when it is a top-up request that this device has; null otherwise. */
  topup: Pick<TopupRow, 'id' | 'number'> | null;
  /** The title of a product, category or article, or the name of a saved answer, that this device has; null otherwise. */
  title: string | null;
  items: OutboxItem[];
}

/** Reads the outbox by record; records are in the order of their oldest item, and articles have titles in `locale`. */
export function readOutbox(db: LocalDatabase, locale: string): Promise<OutboxGroup[]> {
  return db.transaction('r', [db.outbox, ...recordTables(db)], async () => {
    const lanes = new Map<string, OutboxItem[]>();
    for (const item of await db.outbox.orderBy('seq').toArray()) {
      lanes.set(item.lane, [...(lanes.get(item.lane) ?? []), item]);
    }
    const records = await readRecords(db, [...lanes.keys()], locale);
    return [...lanes].map(([lane, items], index) => ({ lane, items, ...records[index]! }));
  });
}

const recordTables = ({ tickets, topups, products, categories, articles, saved_answers }: LocalDatabase) => [
  tickets,
  topups,
  products,
  categories,
  articles,
  saved_answers,
];

/** Reads the tickets and top-up requests, and the titles of the other records, that lanes are about. */
async function readRecords(
  { tickets, topups, products, categories, articles, saved_answers }: LocalDatabase,
  lanes: string[],
  locale: string,
): Promise<Pick<OutboxGroup, 'ticket' | 'topup' | 'title'>[]> {
  const titlesOf: Partial<Record<string, (id: string) => Promise<string | null | undefined>>> = {
    product: async (id) => (await products.get(Number(id)))?.title,
    // `stock:<product>:<variant>`
    stock: async (id) => (await products.get(Number(id)))?.title,
    category: async (id) => (await categories.get(Number(id)))?.title,
    article: async (id) => titleOf(await articles.get(Number(id)), locale),
    answer: async (id) => (await saved_answers.get(id))?.name,
  };
  const read = async (lane: string): Promise<string | null> => {
    const [record = '', id = ''] = lane.split(':');
    return (await titlesOf[record]?.(id)) ?? null;
  };
  const [rows, requests, titles] = await Promise.all([
    tickets.bulkGet(lanes),
    topups.bulkGet(lanes),
    Promise.all(lanes.map(read)),
  ]);
  return lanes.map((_, index) => ({
    ticket: rows[index] ?? null,
    topup: requests[index] ?? null,
    title: titles[index] ?? null,
  }));
}

const titleOf = (article: Article | undefined, locale: string): string | null =>
  (article && textIn(article.texts, isLocale(locale) ? locale : 'en')?.text.title) ?? null;

/** A recently accepted action, with its ticket, or the title of its product, category or article, when this device has it. */
export interface SentLine extends Pick<OutboxGroup, 'ticket' | 'title'> {
  item: SentItem;
}

/** Reads the actions that the server has recently accepted, newest first; articles have titles in `locale`. */
export function readSentLately(db: LocalDatabase, locale: string): Promise<SentLine[]> {
  return db.transaction('r', [db.meta, ...recordTables(db)], async () => {
    const items = (await db.fact('sentLately')) ?? [];
    const records = await readRecords(
      db,
      items.map(({ lane }) => lane),
      locale,
    );
    return items.map((item, index) => ({ item, ...records[index]! }));
  });
}

/** Counts the records with unsent changes on the user's other devices. */
export const countElsewhere = async (db: LocalDatabase): Promise<number> =>
  ((await db.fact('elsewhere')) ?? []).filter(({ own }) => own).length;

/** The changes of the last bulk update by state. */
export interface BulkCounts {
  total: number;
  waiting: number;
  parked: number;
}

/** Counts the changes of the last bulk update by state; null when there was none. */
export function readBulk(db: LocalDatabase): Promise<BulkCounts | null> {
  return db.transaction('r', db.meta, db.outbox, async () => {
    const ids = await db.fact('bulk');
    if (!ids?.length) return null;
    const items = await db.outbox.where('id').anyOf(ids).toArray();
    const waiting = items.filter(isPendingItem).length;
    return { total: ids.length, waiting, parked: items.length - waiting };
  });
}

/** Reads the latest requests to the server from the sync log, newest first. */
export const readSyncLog = (db: LocalDatabase, lines = 20): Promise<LogLine[]> =>
  db.synclog.orderBy('n').reverse().limit(lines).toArray();

/** Returns the path of a top-up request's page for a user of this role. */
export const topupPathOf = (role: RoleName, topupId: string): string => `/${sideOf(role)}/top-ups/${topupId}`;

/** Returns the path of a ticket's page for a user of this role. */
export const ticketPathOf = (role: RoleName, ticketId: string): string => `/${sideOf(role)}/tickets/${ticketId}`;
