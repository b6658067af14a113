// database: any
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fastFolder } from '../support/machine.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** Copies what `Dockerfile` and `.dockerignore` leave in the production image; returns its folder `src/server`. */
function copyImageSources(): string {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const excluded = new Set(
    read('.dockerignore')
      .split('\n')
      .filter((line) => /^[^#!*]/.test(line)),
  );
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(src\/\S+) \.\/(\S+)$/gm)];
  for (const [, from, to] of copied) {
    mkdirSync(dirname(join(folder, to!)), { recursive: true });
    cpSync(join(root, from!), join(folder, to!), {
      recursive: true,
      filter: (file) => !excluded.has(relative(root, file)),
    });
  }
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(folder, name));
  return join(folder, 'src/server');
}

test('the production image starts without the demo data', async () => {
  const server = copyImageSources();
  expect(existsSync(join(server, 'demo'))).toBe(false);
  const program = await startProgram(await emptyInstallation(), server);

  expect((await fetch(`${program.url}/health`)).status).toBe(200);
  expect(await program.stop('SIGTERM')).toBe(0);
});

test('in the production image, seed ends with one sentence', async () => {
  const server = copyImageSources();
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    PEPPER: 'p8Zr3vN8wLq1XcT6yBm0KsJ4hGdF7pAe2u',
  };
  const seed = async (env: Record<string, string>) =>
    runCommand('seed', { ...(await emptyInstallation()), ...env }, { folder: server });

  const refused = 'Demo data is not for production, and needs a HOST on loopback and no PUBLIC_URL.\n';
  expect(await seed(production)).toEqual({ code: 1, out: '', err: refused });
  const missing = 'This installation has no demo data: it is for NODE_ENV=production.\n';
  expect(await seed({})).toEqual({ code: 1, out: '', err: missing });
});
