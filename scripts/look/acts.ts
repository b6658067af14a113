import type { Page } from '@playwright/test';

/** A part in front of the page: not the messages and tooltips, which are popovers, too. */
export const openedPart = 'dialog[open], [popover][tabindex]:popover-open';

/** Presses the first element that a selector finds, and waits for the dialog or menu that it says it opens. */
export function press(selector: string) {
  return async (page: Page): Promise<void> => {
    const element = page.locator(selector).first();
    const before = await page.locator(openedPart).count();
    const opens = await element.getAttribute('aria-haspopup');
    await element.click();
    // A list box stands in the page.
    if (opens === 'dialog' || opens === 'menu') await page.locator(openedPart).nth(before).waitFor();
  };
}

/** Opens the palette, whose code is loaded when it is opened first. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open] input').waitFor();
}

export const bell = press('header button[aria-haspopup=dialog] >> nth=-1');
export const userMenu = press('header button[aria-haspopup=menu] >> nth=-1');
export const navigation = press('header button');
export const submit = press('main button[type=submit]');

/** Types texts into fields by their names, and submits their form, which is refused. */
export function fillIn(fields: Readonly<Record<string, string>>) {
  return async (page: Page): Promise<void> => {
    for (const [name, text] of Object.entries(fields)) await page.locator(`input[name=${name}]`).fill(text);
    await page.locator('button[type=submit]:not([role=search] *)').last().click();
    await page.locator('[aria-invalid=true], [role=alert]').first().waitFor();
  };
}

/** Submits the form of a dialog without its required fields. */
export const submitEmpty = press('dialog[open] button[type=submit]');

/** Opens the sign-out dialog about queued items. */
export async function openSignOutDialog(page: Page): Promise<void> {
  await userMenu(page);
  await page.locator('[role=menuitem]').last().click();
  await page.locator('dialog[open] button').nth(2).waitFor();
}
