import { expect, type Locator, type Page } from '@playwright/test';
import type { Upload } from '../support/uploads.ts';
import { goTo } from './sign-in.ts';

/** Opens a ticket as a customer; its text is its subject. */
export async function openTicket(page: Page, subject: string, photo?: Upload): Promise<void> {
  await goTo(page, '/user/tickets/create');
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('radio', { name: 'Technical' }).check();
  await page.getByLabel('What happened?').fill(subject);
  if (photo) await attach(page, photo);
  await page.getByRole('button', { name: 'Create ticket' }).click();
  await expect(messages(page)).toContainText([subject]);
}

/** Adds a file to the message that is being written. */
export async function attach(page: Page, { name, type: mimeType, bytes }: Upload): Promise<void> {
  await page.getByLabel('Attach files', { exact: true }).setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText(name);
}

/** Sends a reply with the keyboard: a click could miss the button, which moves when a message above it changes. */
export async function reply(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your reply').fill(text);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect(messages(page).last()).toContainText(text);
  await expect(page.getByLabel('Your reply')).toHaveValue('');
}

/** Sets the status of the open ticket. */
export const setStatus = (page: Page, status: string): Promise<void> => choose(page, 'Status', status);

/** Assigns the open ticket to an admin. */
export const assignTo = (page: Page, admin: string): Promise<void> => choose(page, 'Assignee', admin);

async function choose(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${field} of `) }).click();
  await page.getByRole('menuitemradio', { name: value, exact: true }).click();
  await expect(
    page.getByRole('button', { name: new RegExp(`^${field} of .+: \u2068?${value}\u2069?$`) }),
  ).toBeVisible();
}

/** Sets the status of all tickets on this page of the admin's list. */
export async function setAllOnPage(page: Page, count: number, status: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected tickets' });
  await expect(bar).toContainText(`${count} selected`);
  await bar.getByRole('button', { name: 'Update status' }).click();
  await page.getByRole('menuitem', { name: status, exact: true }).click();
  await expect(page.getByText(`of ${count} done`)).toBeVisible();
}

/** The messages of the open ticket, oldest first. */
export const messages = (page: Page): Locator => page.getByRole('article');
