// `npm run bench -- device`, `-- server` and `-- restart`: measures the product beside what its means can do at all, in one run.
import { benchDevice } from './bench/device.ts';
import { benchRestart } from './bench/restart.ts';
import { benchServer } from './bench/server.ts';

const benches: Record<string, (args: string[]) => Promise<boolean>> = {
  device: benchDevice,
  server: benchServer,
  restart: benchRestart,
};
const [name = '', ...args] = process.argv.slice(2);
const bench = benches[name];

if (bench) process.exitCode = (await bench(args)) ? 0 : 1;
else {
  console.error(`Which bench? There are: ${Object.keys(benches).join(', ')}`);
  process.exitCode = 2;
}
