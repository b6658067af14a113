import { knownMigrations } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { readArguments, runCommand } from '../platform/operator-error.ts';
import { placeOf, readSettings } from '../platform/settings.ts';

// `npm run migrate`: brings the tables of the database up to date, as a start would.
await runCommand(async () => {
  readArguments('npm run migrate', {});
  const { database } = readSettings(process.env, { makePepper: false });
  const { migrated, close } = await openDatabase(database, (error) => console.error(error.message));
  await close();
  if (migrated.length === 0) return console.log('Nothing to apply');
  const made = migrated[0] === knownMigrations[0] ? `Made a new shop in ${placeOf(database)}. ` : '';
  console.log(`${made}Applied ${migrated.join(', ')}`);
});
