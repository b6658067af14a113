import { knownMigrations } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { readArguments, runCommand } from '../platform/base/operator-error.ts';
import { locationOf, readSettings } from '../platform/base/settings.ts';

// Applies missing migrations, as the start of a server does.
await runCommand(async () => {
  readArguments('npm run migrate', {});
  const { database } = readSettings(process.env, { makeSecrets: false });
  const { migrated, close } = await openDatabase(database, (error) => console.error(error.message));
  await close();
  if (migrated.length === 0) return console.log('Nothing to apply');
  const createdNote = migrated[0] === knownMigrations[0] ? `Made a new shop in ${locationOf(database)}. ` : '';
  console.log(`${createdNote}Applied ${migrated.join(', ')}`);
});
