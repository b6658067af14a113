import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { fastFolder } from '../support/machine.ts';
import { databaseKind } from '../support/test-server.ts';

const root = join(import.meta.dirname, '../..');
const made = ['node_modules', 'dist', 'data', 'test-results', 'playwright-report', 'look', '.git'];

/** A folder with the sources alone; the packages and the build, which both commands make, are those of this project. */
function freshSources(): string {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-fresh-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync(root).filter((one) => !made.includes(one)))
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist'].filter((one) => existsSync(join(root, one))))
    symlinkSync(join(root, name), join(folder, name));
  return folder;
}

/** Runs npm in a folder with no settings but these; `interrupt` is Ctrl-C in its terminal. */
function npm(folder: string, args: string[], settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('npm', args, { cwd: folder, env: { PATH, HOME, ...settings }, detached: true });
  let hasEnded = false;
  onTestFinished(() => void (hasEnded || process.kill(-child.pid!, 'SIGKILL')));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  void ended.then(() => (hasEnded = true));
  return { output: () => output, ended, interrupt: () => process.kill(-child.pid!, 'SIGINT') };
}

test.runIf(databaseKind === 'sqlite')(
  'OF-34 from the sources alone, npm start shows a shop with its accounts, and npm test ends with its counts',
  async () => {
    const folder = freshSources();

    const start = npm(folder, ['start'], { PORT: '0' });
    await expect.poll(start.output, { timeout: 90_000 }).toContain('amina@comptoir.example');
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(start.output())![0];
    const page = await fetch(url);
    const login = { email: 'amina@comptoir.example', password: 'comptoir-demo' };
    const signedIn = await clientOf(url, async () => ({})).post('/api/auth/login', login);
    start.interrupt();

    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
    expect(signedIn.body).toMatchObject({ code: 'SUCCESS' });
    await start.ended;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    const checks = npm(folder, ['test', '--', 'contract']);
    expect([await checks.ended, checks.output()]).toEqual([0, expect.stringMatching(/\n\d{2,} passed, 0 failed\n$/)]);
  },
);
