import { startServer } from './running-server.ts';

/**
 * Playwright's global setup: fills one data folder with the demo shop, which `startServer` copies for each file instead
 * of drawing it again. Returns a function that removes it.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls it
export default async function makeDemoFolder(): Promise<() => Promise<void>> {
  const server = await startServer();
  await server.stop();
  process.env.DEMO_FOLDER = server.dataFolder;
  return () => server.remove();
}
