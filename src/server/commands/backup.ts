import { takeBackup } from '../platform/backup/take.ts';
import { OperatorError, readArguments, runCommand } from '../platform/operator-error.ts';
import { readSettings } from '../platform/settings.ts';

const usage = 'npm run backup -- FILE';

// `npm run backup -- FILE`: writes database and files, as they are at one moment, into a new file. The server may run.
await runCommand(async () => {
  const { positionals } = readArguments(usage, { options: {}, allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new OperatorError(`Usage: ${usage}`);
  const begun = performance.now();
  const { totals, missing } = await takeBackup(readSettings(process.env, { makePepper: false }), path, (text) =>
    console.log(`  ${text}`),
  );
  for (const name of missing) console.error(`A row names ${name}, and there is no such file.`);
  const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${path}: ${rows} rows and ${totals.files} files in ${seconds} s`);
});
