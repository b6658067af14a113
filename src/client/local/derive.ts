import { fold, nearText, searchText } from '../../contract/search.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { CachedRows, Row } from './rows.ts';

/** Returns the row with the derived fields that lists filter and sort by. */
export function withDerivedFields(entity: EntityName, row: Row): Row {
  const texts = derived[entity]?.(row as never);
  return texts ? { ...row, ...texts } : row;
}

type Deriving = { [Name in EntityName]?: (row: CachedRows[Name]) => Row };

const derived: Deriving = {
  categories: ({ title }) => ({ _sort: fold(title) }),
  products: ({ id, title, description, sku, search_words: words }) => ({
    _search: searchText([id, title, description, sku, words]),
    _sort: fold(title),
    ...(words && { _near: nearText(fold(title), words) }),
  }),
  notifications: ({ read_at }) => ({ _unread: read_at ? 0 : 1 }),
};
