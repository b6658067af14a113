import type { Page } from '@playwright/test';

/** Presses the first element that a selector finds. */
export function press(selector: string) {
  return (page: Page): Promise<void> => page.locator(selector).first().click();
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
