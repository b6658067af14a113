import { articleTopics } from '../../../contract/article-rules.ts';
import type { Article } from '../../../contract/articles.ts';
import { matches, searchText } from '../../../contract/search.ts';
import type { RowsSource } from '../../lists/list-source.ts';
import { deviceSource } from '../../lists/row-sources.ts';
import { readArticles } from '../../local/articles.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { RowFilter } from '../../local/rows-in-memory/row-columns.ts';
import { useArticles } from '../../sync/use-articles.ts';
import { useOnline } from '../../sync/use-sync-status.ts';

/** An article in the admin's list. */
export interface ListedArticle extends Article {
  /** Its place in its group, from 1. */
  place: number;
  moves: Moves;
  /** The folded text that a search looks through. */
  searchText: string;
}

/** The new place of a moved article: before another one, or last. */
export interface Move {
  before_id: number | null;
}

/** The moves by one place; null where there is none. */
interface Moves {
  up: Move | null;
  down: Move | null;
}

/**
 * All articles as readers find them: announcements, then each topic; the canned replies are last. Filters `kind`, `status` (`active`, `draft`) and
 * `topic`.
 */
export const articleSource: RowsSource<ListedArticle> = {
  useRows(query) {
    const online = useOnline();
    const isLoading = useArticles() === null && online;
    const found = onDevice.useRows(query);
    return isLoading ? { ...found, rows: undefined, total: undefined, isEmpty: false } : found;
  },
  useCount: (filter) => onDevice.useCount(filter),
};

const onDevice = deviceSource<ListedArticle>({ read: readListed, matches: isListed });

async function readListed(db: LocalDatabase): Promise<ListedArticle[]> {
  const articles = (await readArticles(db)) ?? [];
  return groupsOf(articles).flatMap((group) =>
    group.map((article, at) => ({
      ...article,
      place: at + 1,
      moves: movesOf(group, at),
      searchText: searchText(Object.values(article.texts).flatMap((text) => (text ? [text.title, text.body] : []))),
    })),
  );
}

/** Returns the announcements, the articles of each topic, and the canned replies: the groups in which an article moves. */
const groupsOf = (articles: readonly Article[]): Article[][] => [
  articles.filter(({ kind }) => kind === 'announcement'),
  ...articleTopics.map((topic) => articles.filter((one) => !isKindGrouped(one.kind) && one.topic === topic)),
  articles.filter(({ kind }) => kind === 'reply'),
];

/** Announcements are one group and canned replies another one; topics do not divide them. */
const isKindGrouped = (kind: unknown): boolean => kind === 'announcement' || kind === 'reply';

const movesOf = (group: readonly Article[], at: number): Moves => ({
  up: at > 0 ? { before_id: group[at - 1]!.id } : null,
  down: at + 1 < group.length ? { before_id: group[at + 2]?.id ?? null } : null,
});

function isListed(row: ListedArticle, { search, values }: RowFilter): boolean {
  const isWanted = (name: string, value: string) => !values[name]?.length || values[name].includes(value);
  return (
    matches(row.searchText, search) &&
    isWanted('kind', row.kind) &&
    isWanted('topic', row.topic) &&
    isWanted('status', row.is_active ? 'active' : 'draft')
  );
}

/** Returns whether the list has all articles of each group, so that a move changes what is seen. */
export const hasWholeGroups = ({ search, kind, status, topic }: Readonly<Record<string, unknown>>): boolean =>
  !search && !status && !topic && (!kind || isKindGrouped(kind));
