import { parseArgs } from 'node:util';
import { BackupRefused } from '../platform/backup/refused.ts';
import { takeBackup } from '../platform/backup/take.ts';
import { readSettings } from '../platform/settings.ts';

// `npm run backup -- FILE`: writes database and files, as they are at one moment, into a new file. The server may run.
const { positionals } = parseArgs({ allowPositionals: true });
const [path] = positionals;
if (path === undefined || positionals.length > 1) {
  console.error('Usage: npm run backup -- FILE');
  process.exit(1);
}
const begun = performance.now();
try {
  const { totals, missing } = await takeBackup(readSettings(process.env), path, (text) => console.log(`  ${text}`));
  for (const name of missing) console.error(`A row names ${name}, and there is no such file.`);
  const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${path}: ${rows} rows and ${totals.files} files in ${seconds} s`);
} catch (error) {
  if (!(error instanceof BackupRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
