import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { home } from '../../scripts/stamp.mjs';
import { startServer } from './running-server.ts';

/**
 * Playwright's global setup: builds the app when it is not current, and fills one data folder with the demo shop, which
 * `startServer` copies for each file instead of drawing it again. Returns a function that removes the folder.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls it
export default async function makeDemoFolder(): Promise<() => Promise<void>> {
  const built = spawnSync(process.execPath, [join(home, 'scripts/build.mjs'), '--if-changed'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the app does not build');
  const server = await startServer();
  await server.stop();
  process.env.DEMO_FOLDER = server.dataFolder;
  return () => server.remove();
}
