// `npm run bench -- device`, `-- list`, `-- shop`, `-- tickets`, `-- server`, `-- server-lists`, `-- restart` and `-- memory`:
// measures the app, and for comparison its libraries or the browser alone, in one run.
import { OperatorError, runCommand } from '../src/server/platform/base/operator-error.ts';

const benches: Record<string, (args: string[]) => Promise<boolean>> = {
  device: async (args) => (await import('./bench/device.ts')).benchDevice(args),
  list: async (args) => (await import('./bench/list.ts')).benchList(args),
  shop: async (args) => (await import('./bench/shop.ts')).benchShop(args),
  tickets: async (args) => (await import('./bench/tickets.ts')).benchTickets(args),
  server: async (args) => (await import('./bench/server.ts')).benchServer(args),
  'server-lists': async (args) => (await import('./bench/server-lists.ts')).benchServerLists(args),
  restart: async (args) => (await import('./bench/restart.ts')).benchRestart(args),
  memory: async (args) => (await import('./bench/memory.ts')).benchMemory(args),
};
await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const bench = benches[name];
  const names = Object.keys(benches).join('|');
  if (!bench) throw new OperatorError(`There is no bench "${name}". Usage: npm run bench -- ${names}`);
  process.exitCode = (await bench(args)) ? 0 : 1;
});
