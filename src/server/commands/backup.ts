import { takeBackup } from '../platform/backup/take.ts';
import { OperatorError, readArguments, runCommand } from '../platform/base/operator-error.ts';
import { readSettings } from '../platform/base/settings.ts';

const usage = 'npm run backup -- FILE';

// Writes a snapshot of database and files into a new file; a server may run meanwhile.
await runCommand(async () => {
  const { positionals } = readArguments(usage, { options: {}, allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new OperatorError(`Usage: ${usage}`);
  const begun = performance.now();
  const { totals, missing } = await takeBackup(readSettings(process.env, { makeSecrets: false }), path, (text) =>
    console.log(`  ${text}`),
  );
  for (const name of missing) console.error(`The database refers to the file ${name}, which is missing.`);
  const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${path}: ${rows} rows and ${totals.files} files in ${seconds} s`);
});
