import type { LocalDatabase } from './database.ts';

/** The picture of a product; without one a drawing is chosen by the titles of its categories. */
export interface ProductPicture {
  src: string | null;
  /** The titles of the product's categories, and then those of the categories above them. */
  motifTexts: readonly string[];
}

export type ProductPictures = ReadonlyMap<number, ProductPicture>;

/** Reads the pictures of the products with these ids, or of all products on this device, by the product's id. */
export async function readProductPictures(db: LocalDatabase, ids?: readonly number[]): Promise<ProductPictures> {
  const [categories, products] = await Promise.all([
    db.categories.toArray(),
    ids ? db.products.bulkGet([...new Set(ids)]) : db.products.toArray(),
  ]);
  const textsOf = motifTextsIn(categories);
  return new Map(
    products.flatMap((product) =>
      product ? [[product.id, { src: product.image, motifTexts: textsOf(product.category_ids) }] as const] : [],
    ),
  );
}

/** Returns a function that gives the titles of categories, and then those of the categories above them. */
export function motifTextsIn(
  categories: readonly { id: number; title: string; parent_id: number | null }[],
): (ids: readonly number[]) => string[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  return (ids) => {
    const own = ids.flatMap((id) => byId.get(id) ?? []);
    const parents = own.flatMap(({ parent_id: id }) => (id === null ? [] : (byId.get(id) ?? [])));
    return [...own, ...parents].map(({ title }) => title);
  };
}
