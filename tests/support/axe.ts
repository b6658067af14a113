import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** An element that breaks a rule. */
interface Violation {
  rule: string;
  html: string;
  message: string;
}

/**
 * Returns the elements of a page that break the rules with these tags. axe is sent to the page once after each load, not
 * for each check, and only violations come back: both together take half of the time.
 */
export async function findAxeViolations(page: Page, tags: string[]): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] } as const;
    const { violations } = await inPage.run(document, { ...options, resultTypes: [...options.resultTypes] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => ({ rule: id, html, message: any[0]?.message ?? '' })),
    );
  }, tags);
}
