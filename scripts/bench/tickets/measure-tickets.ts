import type { Page } from '@playwright/test';
import { timed, type ChangeTime } from '../screen/thread-clock.ts';
import type { ProfilePart } from '../screen/cpu-profile.ts';
import { clickView, measureChange, tableRows, type Samples } from '../screen/samples.ts';

/** Milliseconds from a key or a click to the painted result. */
export interface TicketTimes {
  keys: Samples;
  clicks: Samples;
  queueViews: Samples;
  tableViews: Samples;
  /** The time between frames while a reply is typed. */
  frames: number[];
}

interface Plan {
  rounds: number;
  /** Records a CPU profile of each kind of change; null: none. */
  profile: ProfilePart | null;
}

/** The ticket beside the queue, whose rows stay. */
const ticketPane = { frame: 'main', content: '[data-queue=true] > :last-child' };
const queueRows = { frame: 'section[aria-label=Queue]', content: 'ul' };
/** The number and the messages of the open ticket. */
const openTicket = 'main h1, main article';
const nextInQueue = 'section[aria-label=Queue] li:has(a[aria-current]) + li a';
const queueLinks = 'section[aria-label=Queue] li a';

/** Opens the first ticket that waits for support, beside its queue. The page shows the list of tickets. */
export async function openQueue(page: Page): Promise<void> {
  await page.evaluate(() => history.pushState({}, '', '/admin/tickets?waiting=us'));
  await page.locator('nav[aria-label=Views] [aria-pressed=true]').first().waitFor();
  await page.waitForTimeout(1_000);
  await page.locator('table [data-opener]').first().click();
  await page.locator('main article').first().waitFor();
  await page.waitForTimeout(1_000);
}

/** Makes each kind of change `rounds` times. The page shows a ticket beside its queue. */
export async function measureTickets(page: Page, { rounds, profile }: Plan): Promise<TicketTimes> {
  const measured: ProfilePart = profile ?? ((_name, part) => part());
  const keys = await measured('next ticket by key', () =>
    measureChange(page, { rounds, part: ticketPane }, () => pressNext(page)),
  );
  const clicks = await measured('next ticket by click', () =>
    measureChange(page, { rounds, part: ticketPane }, () => clickNextInQueue(page)),
  );
  const frames = await measured('typing', () => typeReply(page));
  const queueViews = await measured('view of the queue', () =>
    measureChange(page, { rounds, part: queueRows }, (round) => chooseQueueView(page, viewsInTurn[round % 3]!)),
  );
  await page.evaluate(() => history.pushState({}, '', '/admin/tickets?waiting=us'));
  await page.locator('table [data-opener]').first().waitFor();
  await page.waitForTimeout(1_000);
  const tableViews = await measured('view of the table', () =>
    measureChange(page, { rounds, part: tableRows }, (round) => clickView(page, viewsInTurn[round % 3]!)),
  );
  return { keys, clicks, queueViews, tableViews, frames };
}

/** Waiting for customer, Unassigned, Waiting for us: each shows other rows than the one before. */
const viewsInTurn = [3, 2, 0];

/** Presses J; returns the time until the next ticket is painted. */
async function pressNext(page: Page): Promise<ChangeTime> {
  await settle(page);
  const ticket = await page.evaluateHandle(
    (shown) => ({ painted: window.screenBench.timeAfterKey(window.screenBench.otherRows(shown)) }),
    openTicket,
  );
  return timed(page, async () => {
    await page.keyboard.press('j');
    return ticket.evaluate(({ painted }) => painted);
  });
}

/** Clicks the row of the queue below the current one; returns the time until its ticket is painted. */
async function clickNextInQueue(page: Page): Promise<ChangeTime> {
  await page.locator(nextInQueue).waitFor();
  await settle(page);
  return timed(page, () =>
    page.evaluate(
      ([shown, next]) =>
        window.screenBench.timeUntilPainted(
          () => document.querySelector<HTMLElement>(next)!.click(),
          window.screenBench.otherRows(shown),
        ),
      [openTicket, nextInQueue] as const,
    ),
  );
}

/** Opens a view of the queue by its place in the menu, from 0; returns the time until its rows are painted. */
async function chooseQueueView(page: Page, view: number): Promise<ChangeTime> {
  await page.locator('section[aria-label=Queue] [aria-haspopup=menu]').click();
  await page.locator('[role=menu] [role^=menuitem]').nth(view).waitFor();
  await settle(page);
  return timed(page, () =>
    page.evaluate(
      ([at, links]) =>
        window.screenBench.timeUntilPainted(
          () => document.querySelectorAll<HTMLElement>('[role=menu] [role^=menuitem]')[at]!.click(),
          window.screenBench.otherRows(links),
        ),
      [view, queueLinks] as const,
    ),
  );
}

const reply = 'Thank you for your message. We have looked at your order and send you a new code within the hour. ';

/** Types a reply to the open ticket key by key; returns the times between frames. */
async function typeReply(page: Page): Promise<number[]> {
  const text = page.locator('[data-composer] textarea');
  await text.click();
  const recorder = await page.evaluateHandle(() => window.screenBench.recordFrames());
  await text.pressSequentially(reply.repeat(2), { delay: 30 });
  const frames = await recorder.evaluate(({ stop }) => stop());
  await text.fill('');
  return frames;
}

/** Waits until the work of the change before is over, so that it is not measured with the next one. */
const settle = (page: Page): Promise<void> => page.waitForTimeout(250);
