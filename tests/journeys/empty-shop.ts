import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startServer, type RunningServer } from '../support/running-server.ts';
import type { Account } from './sign-in.ts';

/** A server whose shop has nothing but its root admin, whom `create-root` makes as an operator would. */
export const startEmptyShop = ({ email, password }: Account): Promise<RunningServer> =>
  startServer({}, async (env) => {
    const command = join(import.meta.dirname, '../../src/server/commands/create-root.ts');
    const child = spawn(process.execPath, [command, '--email', email, '--password-stdin'], {
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child.stdin.end(password);
    const [code] = (await once(child, 'exit')) as [number];
    if (code !== 0) throw new Error(`create-root ended with exit code ${code}`);
  });
