import type { Page } from '@playwright/test';
import { setTicketStatus } from '../../src/contract/tickets.ts';
import { settled } from '../../tests/support/screen-checks.ts';
import { tokenOf, type Facts } from './facts.ts';
import type { Who } from './screens.ts';
import { get, post, type Shop } from './shop.ts';

/**
 * Takes the network away and does something that waits then: a customer opens a ticket and replies to another, an
 * admin changes a status. Gives the id of the ticket that waits.
 */
export async function beginOffline(page: Page, who: Who, url: string, facts: Facts): Promise<string> {
  await page.context().setOffline(true);
  if (who === 'admin') return changeStatus(page, url, facts);
  await page.goto(`${url}/user/tickets/${facts.ticket}`);
  await settled(page);
  await page
    .locator('main textarea')
    .fill('I am on the train now, but the code still does not work. What shall I tell my customer?');
  await page.locator('main form button[type=submit]').click();
  await settled(page);
  await page.goto(`${url}/user/tickets/create`);
  await settled(page);
  await page
    .locator('main input[type=text], main input:not([type])')
    .first()
    .fill('The second voucher of my order is already used');
  await page.locator('main select, main input[type=radio]').first().evaluate(chooseSecond);
  await page
    .locator('main textarea')
    .fill('Both codes came with the mail. The first works, the second says “already redeemed”.');
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/\/user\/tickets\/[0-9a-f-]{36}/);
  await settled(page);
  return page.url().split('/').at(-1)!.split('?')[0]!;
}

/** A native select is set, a group of radio buttons is clicked. */
function chooseSecond(field: Element): void {
  if (!(field instanceof HTMLSelectElement)) return (field as HTMLElement).click();
  const setter = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set;
  setter?.call(field, field.options[1]?.value);
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

async function changeStatus(page: Page, url: string, { adminTicket }: Facts): Promise<string> {
  await page.goto(`${url}/admin/tickets/${adminTicket}`);
  await settled(page);
  await page.locator('main button[aria-haspopup=menu]').first().click();
  await page.locator('[role^=menuitem]').nth(4).click();
  await page.locator('main textarea').fill('The new code is on its way to you.');
  await page.locator('main form button[type=submit]').click();
  await settled(page);
  return adminTicket;
}

/** While the device was away a colleague has set another status; then the network comes back. */
export async function causeConflict(page: Page, { url, accounts }: Shop, { adminTicket }: Facts): Promise<void> {
  const token = await tokenOf(url, accounts.colleague);
  const path = setTicketStatus.path.replace(':id', adminTicket);
  const { status } = (await get(url, path, token)) as { status: string };
  await post(url, path, { status: status === 'pending' ? 'open' : 'pending' }, token);
  await page.context().setOffline(false);
  await page.reload();
  await page.waitForTimeout(3_000);
}
