import { expect, test } from '@playwright/test';
import { findSampleIds } from '../../scripts/look/sample-ids.ts';
import { openVisit, signIn, visit } from '../../scripts/look/visits.ts';
import { startServer } from '../support/running-server.ts';
import { adminAccount, customerAccount } from './sign-in.ts';

test('S1-12 in Arabic the percentage follows its amount, and a medium text is heavier than a regular one', async ({
  browser,
}) => {
  const server = await startServer();
  try {
    const [customer, admin] = [await customerAccount(server), await adminAccount(server)];
    const samples = await findSampleIds({ url: server.url, accounts: { customer, admin } });
    const { page } = await openVisit(browser, 1280);
    await signIn(page, server.url, admin);
    await visit(page, `${server.url}/admin/products/${samples.productWithVariants}`, 'ar', 'light');

    const margin = page.locator('main td .numbers:has(bdi)').first();
    await expect(margin).toContainText('%');
    expect(await margin.evaluate(percentEnd), 'the percentage is on the left of the amount').toBeLessThanOrEqual(0);
    const [regular, medium, semibold] = await page.evaluate(widths);
    expect(medium).toBeGreaterThan(regular!);
    expect(medium).toBe(semibold);
  } finally {
    await server.remove();
  }
});

/** Returns by how many pixels the last "%" of an element ends after its amount begins. Runs in the page. */
function percentEnd(margin: Element): number {
  const amount = margin.querySelector('bdi')!.getBoundingClientRect();
  const range = document.createRange();
  range.setStartAfter(margin.querySelector('bdi')!);
  range.setEndAfter(margin.lastChild!);
  return Math.round(range.getBoundingClientRect().right - amount.left);
}

/** Returns the widths of an Arabic text in the weights of texts. Runs in the page. */
async function widths(): Promise<number[]> {
  const measured: number[] = [];
  for (const weight of [400, 500, 600]) {
    const text = document.createElement('span');
    text.textContent = 'لوحة التحكم والطلبات والمنتجات';
    text.style.cssText = `position: absolute; font: ${weight} 100px "IBM Plex Sans Arabic"`;
    document.body.append(text);
    await document.fonts.load(`${weight} 100px "IBM Plex Sans Arabic"`, text.textContent);
    measured.push(text.getBoundingClientRect().width);
    text.remove();
  }
  return measured;
}
