import { chromiumArgs, findChromium } from '../../scripts/chromium.mjs';

/** How Playwright starts the Chromium that `npm test` found or brought; without one it fails with Playwright's own message. */
export async function launchOptions(): Promise<{ executablePath?: string; args: string[] }> {
  const executablePath = await findChromium();
  return { ...(executablePath && { executablePath }), args: chromiumArgs };
}
