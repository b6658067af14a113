import { expect, type Locator, type Page } from '@playwright/test';

/** Sets the status of the ticket that is open on the page. */
export async function setTicketStatus(page: Page, status: string): Promise<void> {
  await page.getByRole('button', { name: /^Status of #/ }).click();
  await page.getByRole('menuitemradio', { name: status, exact: true }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^Status of #.*: ${status}$`) })).toBeVisible();
}

/** Sets the status of an order in the list. */
export async function setOrderStatus(page: Page, id: number, status: string): Promise<void> {
  await statusOf(page, id).click();
  await page.getByRole('menuitemradio', { name: status, exact: true }).click();
  await expect(statusOf(page, id, status)).toBeVisible();
}

/** Delivers an order from its details in the list. */
export async function deliver(page: Page, id: number, notes: string): Promise<void> {
  await page.getByRole('button', { name: `Open order ${id}` }).click();
  await page.getByRole('button', { name: 'Deliver', exact: true }).click();
  const form = page.getByRole('dialog', { name: `Deliver order #${id}` });
  await form.getByLabel('Delivery notes (optional)').fill(notes);
  await form.getByRole('button', { name: 'Deliver', exact: true }).click();
  await expect(form).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The status of an order in the list, as a button. */
export const statusOf = (page: Page, id: number, status = ''): Locator =>
  page.getByRole('button', { name: `Status of order ${id}: ${status}` });
