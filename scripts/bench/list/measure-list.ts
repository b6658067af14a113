import type { Page } from '@playwright/test';
import type { Order } from '../../../src/contract/orders.ts';
import { timed, type ChangeTime } from '../screen/thread-clock.ts';
import { clickNext, clickView, goTo, measureChange, tableRows, type Samples } from '../screen/samples.ts';

/** Milliseconds until the rows of each change are painted. */
export interface ListTimes {
  /** The first sort of a visit takes longer, as the first filter by product, customer or day and the first search do. */
  firstSort: number;
  views: Samples;
  statuses: Samples;
  columns: Samples;
  sorts: Samples;
  pages: Samples;
  search: Samples;
  /** The time between frames while the search is typed. */
  frames: number[];
}

interface Plan {
  rounds: number;
  newest: readonly Order[];
}

/** Makes each kind of change `rounds` times. */
export async function measureList(page: Page, { rounds, newest }: Plan): Promise<ListTimes> {
  const repeat = (change: (round: number) => Promise<ChangeTime>) =>
    measureChange(page, { rounds, part: tableRows }, change);
  /** Makes a change of the list of all orders, which then shows other rows for certain, and takes it back. */
  const fromAll = async (change: () => Promise<ChangeTime>): Promise<ChangeTime> => {
    const taken = await change();
    await go(page, '');
    return taken;
  };
  // The second view first: the newest orders may all be open, so that the first view would show the same rows.
  const views = await repeat((round) => clickView(page, 1 - (round % 2)));
  const statuses = await repeat((round) => go(page, `status=${statusesInTurn[round % statusesInTurn.length]!}`));
  await go(page, '');
  const queries = columnQueries(newest);
  const filterBy = (round: number) => fromAll(() => go(page, queries[round % queries.length]!));
  const columns = await repeat(filterBy);
  const sortBy = (round: number) => fromAll(() => go(page, `sort=${sortsInTurn[round % sortsInTurn.length]!}`));
  const { wall: firstSort } = await sortBy(0);
  // The other columns sort for the first time in these rounds.
  for (const [round] of sortsInTurn.entries()) await sortBy(round);
  const sorts = await repeat(sortBy);
  const pages = await repeat(() => clickNext(page));
  await go(page, '');
  const frames: number[] = [];
  const words = searchWords(newest);
  const searchFor = (round: number) => fromAll(() => search(page, words[round % words.length]!, frames));
  return {
    firstSort,
    views,
    statuses,
    columns,
    sorts,
    pages,
    search: await repeat(searchFor),
    frames,
  };
}

const statusesInTurn = ['processing', 'delivered', 'new', 'completed', 'canceled,refunded'];

const sortsInTurn = ['amount_desc', 'customer_asc', 'status_desc', 'amount_asc', 'date_asc', 'customer_desc'];

/** Filters by product, customer and day, in turn. */
function columnQueries(newest: readonly Order[]): string[] {
  const dayBefore = (days: number) =>
    new Date(Date.parse(newest[0]!.created_at) - days * 86_400_000).toISOString().slice(0, 10);
  return newest
    .slice(0, 12)
    .flatMap(({ user_id: user, items }, at) => [
      `product=${items[0]!.product_id}`,
      `user=${user}`,
      `from=${dayBefore(at + 9)}&to=${dayBefore(at + 2)}`,
    ]);
}

/** Names of customers and products. */
const searchWords = (newest: readonly Order[]): string[] =>
  newest.slice(0, 20).flatMap(({ user_name: name, items }) => [name, items[0]!.product_name]);

/** Follows an address of the list, as an applied filter does. */
const go = (page: Page, query: string): Promise<ChangeTime> => goTo(page, `/admin/orders${query && `?${query}`}`);

/** Types a search as a person does, recording frames, and returns the time from Enter to the rows. */
async function search(page: Page, words: string, frames: number[]): Promise<ChangeTime> {
  await page.locator('input[type=search]').fill('');
  const recorder = await page.evaluateHandle(() => window.screenBench.recordFrames());
  await page.locator('input[type=search]').pressSequentially(words, { delay: 30 });
  frames.push(...(await recorder.evaluate(({ stop }) => stop())));
  const rows = await page.evaluateHandle(() => ({ painted: window.screenBench.timeAfterKey() }));
  return timed(page, async () => {
    await page.keyboard.press('Enter');
    return rows.evaluate(({ painted }) => painted);
  });
}
