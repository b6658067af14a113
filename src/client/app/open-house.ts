import type { SignedInPerson } from '../api/session.ts';
import { setCurrentDatabase } from '../local/current.ts';
import { openDatabase } from '../local/database.ts';
import { startSync } from '../sync/triggers.ts';
import { keepLanguageTold } from './tell-language.ts';

let openedFor: number | null = null;

/** Opens the person's database for the screens and starts the sync; a second call for the same person does nothing. */
export async function openHouse(person: SignedInPerson): Promise<void> {
  if (openedFor === person.id) return;
  const db = openDatabase(person.id);
  await db.open();
  openedFor = person.id;
  setCurrentDatabase(db);
  startSync(db);
  keepLanguageTold();
}
