import { expect, type Locator, type Page } from '@playwright/test';
import { png } from '../support/uploads.ts';
import { again, inBulk, languageAt, queued, type AgentsShift, type Done } from './agents-shift.ts';
import { attach, messages } from './help-desk.ts';
import { goTo, type Language } from './sign-in.ts';

/* What an agent does on the screens in two-agents.test.ts, with the keys of the help desk. */

/** The shift, what was done in it, and everything that the network and the screens have shown. */
export interface Work {
  shift: AgentsShift;
  done: Done;
  seen: string[];
}

const answers: Record<Language, string> = {
  en: 'The code is in your order now.',
  fr: 'Le code est maintenant dans votre commande.',
  ar: 'الرمز موجود الآن في طلبك.',
};
/** The words that find a canned reply, and those with which its text begins, in the language of the customer. */
const canned: Record<Language, [words: string, beginning: RegExp]> = {
  en: ['looking', /^Hello Grace,/],
  fr: ['occupons', /^Bonjour Élodie,/],
  ar: ['نعمل', /^مرحبًا ليلى،/],
};
/** The places in the queue with more than a typed answer. */
const [withCanned, withNote, withFile, withTag] = [
  [2, 6, 7],
  [5, 12],
  [3, 15, 16],
  [4, 13],
];

/** The number and the subject of the open ticket. */
export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
/** The field of the reply. */
export const replyField = (page: Page): Locator => page.getByLabel('Your reply');

/** Answers the tickets of the queue from one place to another, which the app opens one after the other. */
export async function answerAll(page: Page, work: Work, from: number, to: number): Promise<void> {
  await openInQueue(page, from);
  for (let place = from; place <= to; place += 1) {
    await expect(title(page)).toContainText(queued(place));
    if (withTag.includes(place)) await addTag(page, work, place);
    if (withNote.includes(place)) await addNote(page, work, place);
    await writeAnswer(page, place);
    if (withFile.includes(place)) await attach(page, { ...(await png()), name: `code-${place}.png` });
    work.seen.push(await page.locator('body').innerText());
    await send(page, work, queued(place));
    if (withFile.includes(place)) work.done.files.set(queued(place), `code-${place}.png`);
  }
}

/** Opens a ticket of the queue by keys, unless it is open, and puts the cursor into the reply. */
export async function openInQueue(page: Page, place: number): Promise<void> {
  if (!(await title(page).innerText()).includes(queued(place))) {
    await goTo(page, '/admin/tickets?waiting=us&search=Orchid');
    await page.getByRole('button', { name: new RegExp(`: \u2068?${queued(place)}\u2069?$`) }).press('Enter');
    await expect(title(page)).toContainText(queued(place));
    await leaveField(page);
    await page.keyboard.press('j');
    await expect(title(page)).not.toContainText(queued(place));
    await leaveField(page);
    await page.keyboard.press('k');
    await expect(title(page)).toContainText(queued(place));
  }
  await expect(replyField(page)).toBeEditable();
  await pressOutside(page, 'r');
  await expect(replyField(page)).toBeFocused();
}

/** Presses a single key outside the fields. */
export async function pressOutside(page: Page, key: string): Promise<void> {
  await leaveField(page);
  await page.keyboard.press(key);
}

const leaveField = (page: Page): Promise<void> => title(page).click();

async function addTag(page: Page, { done }: Work, place: number): Promise<void> {
  await pressOutside(page, 't');
  await expect(page.getByLabel('Add a tag')).toBeFocused();
  await page.keyboard.type('orchids');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'orchids' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Add a tag')).toBeHidden();
  done.change(queued(place), 'ticket.tags');
  await pressOutside(page, 'r');
}

async function addNote(page: Page, { done }: Work, place: number): Promise<void> {
  const note = `Ask the supplier about ${queued(place)}`;
  await pressOutside(page, 'n');
  await expect(page.getByLabel('Your note')).toBeFocused();
  await page.keyboard.type(note);
  await page.keyboard.press('Control+Enter');
  await expect(messages(page).last()).toContainText(note);
  done.note(queued(place), note);
  await pressOutside(page, 'r');
}

/** Types an answer in the language of the customer, or finds a canned one with `/`. */
async function writeAnswer(page: Page, place: number): Promise<void> {
  const field = replyField(page);
  await expect(field).toBeEditable();
  await expect(field).toBeFocused();
  const language = languageAt(place);
  if (!withCanned.includes(place)) return page.keyboard.type(`${answers[language]} ${place}`);
  const [words, beginning] = canned[language];
  await page.keyboard.type(`/${words}`);
  await expect(page.getByRole('listbox', { name: 'Canned replies' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(beginning);
}

/** Sends the written answer; in the queue the next ticket follows. */
async function send(page: Page, { done }: Work, subject: string): Promise<void> {
  const answer = await replyField(page).inputValue();
  await page.keyboard.press('Control+Enter');
  await expect(title(page)).not.toContainText(subject);
  done.reply(subject, answer);
}

/** Merges the second ticket of a customer into the first one, which opens. */
export async function merge(page: Page, { shift, done }: Work, place: number): Promise<void> {
  await goTo(page, `/admin/tickets/${shift.ids.get(again(place))}`);
  await expect(title(page)).toContainText(again(place));
  await pressOutside(page, 'm');
  await page.getByRole('menuitem', { name: 'Merge into another ticket…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: queued(place) }).check();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(title(page)).toContainText(queued(place));
  done.change(again(place), 'ticket.merge');
}

/** Undoes the merge on the ticket that shows both conversations. */
export async function undoMerge(page: Page, { done }: Work, place: number): Promise<void> {
  await pressOutside(page, 'm');
  await page.getByRole('menuitem', { name: /^Undo merge of #/ }).press('Enter');
  await expect(page.getByText(/^From #/)).toHaveCount(0);
  done.change(again(place), 'ticket.unmerge');
}

/** Selects all tickets of the bulk change, also those beyond the page, and sets them resolved. */
export async function resolveAll(page: Page, count: number): Promise<void> {
  await goTo(page, `/admin/tickets?search=${inBulk(1).split(' ')[0]}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected tickets' });
  await bar.getByRole('button', { name: `Select all ${count} that match` }).click();
  await expect(bar).toContainText(`${count} selected`);
  await bar.getByRole('button', { name: 'Update status' }).click();
  await page.getByRole('menuitem', { name: 'Resolved', exact: true }).click();
  await expect(page.getByText(`of ${count} done`)).toBeVisible();
}

/** Checks that the palette finds nothing on the device with these words. */
export async function expectNotFound(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and go to' }).fill(words);
  await expect(page.getByText('Nothing on this device matches.')).toBeVisible();
  await page.keyboard.press('Escape');
}
