import { entities } from '../../../src/contract/sync-limits.ts';
import { openDatabase, type LocalDatabase } from '../../../src/client/local/database.ts';
import { Floor, type StorePlan } from './floor.ts';

/** The person whose device this is: an admin, who has everybody's orders and tickets. */
const userId = 1;

/** The product's own database, as the app opens it. */
export async function openOurs(): Promise<LocalDatabase> {
  return (await openDatabase(userId).open()) as LocalDatabase;
}

/** The raw store with the same keys and indexes, except for those over texts that only we fold; and what it asks by itself. */
export const openFloor = (): Promise<Floor> => Floor.open(plans());

function plans(): StorePlan[] {
  const db = openDatabase(userId);
  return entities.map((name) => {
    const { primKey, indexes } = db.table(name).schema;
    const asked = [...indexes.filter((index) => !index.name.startsWith('_')), ...(alone[name] ?? [])];
    return {
      name,
      keyPath: String(primKey.keyPath),
      indexes: asked.map(({ name: called, keyPath, multi }) => ({
        name: called,
        keyPath: keyPath ?? called,
        multiEntry: multi ?? false,
      })),
    };
  });
}

interface Asked {
  name: string;
  keyPath?: string | string[] | undefined;
  multi?: boolean | undefined;
}

/** What the raw store answers from an index and we from memory. */
const alone: Record<string, Asked[]> = {
  tickets: [{ name: '[status+type+created_at]', keyPath: ['status', 'type', 'created_at'] }],
};
