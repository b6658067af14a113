import { openDatabase } from '../platform/database/open.ts';
import { readArguments, runCommand } from '../platform/operator-error.ts';
import { readSettings } from '../platform/settings.ts';

// `npm run migrate`: brings the tables of the database up to date, as a start would.
await runCommand(async () => {
  readArguments('npm run migrate', {});
  const { database } = readSettings(process.env);
  const { migrated, close } = await openDatabase(database, (error) => console.error(error));
  await close();
  console.log(migrated.length > 0 ? `Applied ${migrated.join(', ')}` : 'Nothing to apply');
});
