// `npm run dev`: the API server, restarted on each change, and Vite in front of it with hot reload.
import { spawn } from 'node:child_process';
import { exitWithNpm } from '../src/server/parent.ts';
import { readArguments, runCommand } from '../src/server/platform/base/operator-error.ts';
import { home } from './stamp.mjs';

await runCommand(async () => void readArguments('npm run dev, with settings from the environment', {}));
exitWithNpm();

const port = process.env.PORT ?? '3000';
const env = { ...process.env, PORT: port, API_URL: `http://127.0.0.1:${port}` };
const children = [['--watch', '--watch-preserve-output', 'src/server/main.ts'], ['node_modules/vite/bin/vite.js']].map(
  (args) => spawn(process.execPath, args, { cwd: home, env, stdio: 'inherit' }),
);

const stop = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
children.forEach((child) => child.on('exit', stop));
