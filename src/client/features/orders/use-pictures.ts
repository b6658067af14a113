import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';

/** The pictures of products, by the product's id. */
export type Pictures = ReadonlyMap<number, string>;

/** Returns the pictures of the products on this device. */
export function usePictures(): Pictures {
  const db = currentDatabase();
  return useLiveQuery(() => readPictures(db), [db]) ?? noPictures;
}

const noPictures: Pictures = new Map();

const readPictures = async (db: LocalDatabase): Promise<Pictures> =>
  new Map((await db.products.toArray()).flatMap(({ id, image }) => (image ? [[id, image]] : [])));
