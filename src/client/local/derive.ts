import { fold, searchText } from '../../contract/search.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { CachedRows, Row } from './rows.ts';

/** The row with the texts that lists filter and sort by. */
export const derive = (entity: EntityName, row: Row): Row => ({ ...row, ...derived[entity]?.(row as never) });

type Deriving = { [Name in EntityName]?: (row: CachedRows[Name]) => Row };

const derived: Deriving = {
  categories: ({ title, description }) => ({ _search: searchText([title, description]), _sort: fold(title) }),
  products: ({ id, title, description }) => ({ _search: searchText([id, title, description]), _sort: fold(title) }),
  people: ({ name, email }) => ({ _search: searchText([name, email]), _sort: fold(name) }),
  tickets: ({ number, subject, content, user_name, user_email }) => ({
    _search: searchText([number && `#${number}`, subject, content, user_name, user_email]),
  }),
  orders: ({ id, user_name, items, message }) => ({
    _search: searchText([
      `#${id}`,
      user_name,
      message,
      ...items.flatMap((item) => [item.product_name, item.variant_name]),
    ]),
  }),
  notifications: ({ read_at }) => ({ _unread: read_at ? 0 : 1 }),
};
