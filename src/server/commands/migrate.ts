import { openDatabase } from '../platform/database/open.ts';
import { readSettings } from '../platform/settings.ts';

// `npm run migrate`: brings the tables of the database up to date, as a start would.
const { database } = readSettings(process.env);
const { migrated, close } = await openDatabase(database, (error) => console.error(error));
console.log(migrated.length > 0 ? `Applied ${migrated.join(', ')}` : 'Nothing to apply');
await close();
