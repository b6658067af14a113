import type { Page } from '@playwright/test';
import { deleteOrder } from '../../src/contract/orders.ts';
import { setTicketStatus } from '../../src/contract/tickets.ts';
import { untilStill } from '../../tests/support/until-still.ts';
import { queueOfficeChanges } from './admin-parts.ts';
import { untilDecided, untilQueued } from './outbox.ts';
import { changeAsColleague } from './colleague.ts';
import { tokenOf, type SampleIds } from './sample-ids.ts';
import type { Who } from './options.ts';
import { get, post, remove, type Shop } from './shop.ts';

/**
 * Goes offline and queues changes: a customer replies to a ticket and creates another about an order, an admin replies
 * and changes the facts of a ticket and two orders, an agent nothing. Returns the id of the created or changed ticket.
 */
export async function queueOfflineChanges(
  page: Page,
  who: Who,
  url: string,
  samples: SampleIds & { spareOrder: number },
): Promise<string> {
  await page.context().setOffline(true);
  if (who === 'agent') return samples.adminTicket;
  if (who === 'admin') return changeStatusAndReply(page, url, samples);
  await page.goto(`${url}/user/tickets/${samples.ticket}`);
  await untilStill(page);
  await page
    .locator('main textarea')
    .fill('I am on the train now, but the code still does not work. What shall I tell my customer?');
  await page.locator('main form button[type=submit]').click();
  await untilQueued(page, 1);
  await page.goto(`${url}/user/tickets/create?order_id=${samples.spareOrder}`);
  await untilStill(page);
  await page
    .locator('main textarea')
    .fill('Both codes came with the mail. The first works, the second says “already redeemed”.');
  await page
    .locator('main input[type=text], main input:not([type])')
    .first()
    .fill('The second voucher of my order is already used');
  await page.locator('main input[type=radio][value=order]').check();
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/\/user\/tickets\/[0-9a-f-]{36}/);
  await untilQueued(page, 2);
  await untilStill(page);
  return page.url().split('/').at(-1)!.split('?')[0]!;
}

/** Lets an admin delete the order that the queued ticket is about and goes online, so that the server refuses the ticket. */
export async function causeRefusal(page: Page, { url, accounts }: Shop, order: number): Promise<void> {
  await remove(url, deleteOrder.path.replace(':id', String(order)), await tokenOf(url, accounts.admin));
  await page.context().setOffline(false);
  await page.reload();
  await untilDecided(page);
}

async function changeStatusAndReply(page: Page, url: string, samples: SampleIds): Promise<string> {
  const { adminTicket } = samples;
  await page.goto(`${url}/admin/tickets/${adminTicket}`);
  await untilStill(page);
  await page.locator('main button[aria-haspopup=menu]').first().click();
  await page.locator('[role^=menuitem]').nth(4).click();
  await untilQueued(page, 1);
  await page.locator('main textarea').fill('The new code is on its way to you.');
  await page.locator('main form button[type=submit]').click();
  await untilQueued(page, 2);
  await queueOfficeChanges(page, url, samples, 2);
  return adminTicket;
}

/** Lets another admin set another status and goes online, which causes a conflict. */
export async function causeConflict(page: Page, { url, accounts }: Shop, samples: SampleIds): Promise<void> {
  const { adminTicket } = samples;
  const token = await tokenOf(url, accounts.colleague);
  const path = setTicketStatus.path.replace(':id', adminTicket);
  const { status } = (await get(url, path, token)) as { status: string };
  await post(url, path, { status: status === 'pending' ? 'open' : 'pending' }, token);
  await changeAsColleague(url, token, samples);
  await page.context().setOffline(false);
  await page.reload();
  await untilDecided(page);
}
