import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen, Pencil, WifiOff } from 'lucide-react';
import { may, signedInPerson } from '../../api/session.ts';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useTranslatedArticles, type TranslatedArticle } from '../../text/articles.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useListState, useTypedText } from '../../ui/use-list-state.ts';
import { searchOf } from './article-search.ts';
import { AskSupport, FoundArticles, NothingFound } from './found-articles.tsx';
import { TopicCards } from './topic-cards.tsx';
import { Box } from '../../ui/theme/styled.tsx';

/** The help centre: the articles by topic, or those that a search on this device has found (S1-08). */
export function HelpScreen() {
  const { t } = useLingui();
  const isStaff = signedInPerson()?.role !== 'user';
  const { articles, isMissing } = useReadableArticles();
  const { state, set } = useListState({ search: '' });
  const [query, setQuery] = useTypedText(state.search);
  const search = (text: string) => {
    setQuery(text);
    set({ search: text });
  };
  return (
    <>
      <PageHeader
        title={t`Help`}
        actions={
          may('help.change') ? (
            <ButtonLink to="/admin/help" variant="outline">
              <Pencil aria-hidden="true" />
              <Trans>Edit articles</Trans>
            </ButtonLink>
          ) : null
        }
      />
      {isMissing || articles?.length === 0 ? (
        <NoArticles isMissing={isMissing} isStaff={isStaff} />
      ) : (
        <>
          <Box display="flex" mb={{ base: '4', md: '5' }}>
            <SearchBox
              isWide
              label={t`Search the help`}
              value={state.search}
              onSearch={search}
              onType={(text) => setQuery(text)}
            />
          </Box>
          <Articles articles={articles} query={query} onClear={() => search('')} isStaff={isStaff} />
        </>
      )}
    </>
  );
}

/** The articles without announcements; `isMissing` while this device has none and cannot load them. */
function useReadableArticles() {
  const online = useOnline();
  const translated = useTranslatedArticles();
  const shown = useShownArticles();
  return {
    articles: shown ? translated(shown.filter(({ kind }) => kind !== 'announcement')) : undefined,
    isMissing: shown === null && !online,
  };
}

interface Props {
  articles: readonly TranslatedArticle[] | undefined;
  query: string;
  onClear: () => void;
  /** The shop itself has no support to ask. */
  isStaff: boolean;
}

function Articles({ articles, query, onClear, isStaff }: Props) {
  const found = articles && query.trim() !== '' ? searchOf(articles)(query) : null;
  if (found?.length === 0) return <NothingFound onClear={onClear} isStaff={isStaff} />;
  return (
    <>
      {found ? <FoundArticles found={found} /> : <TopicCards articles={articles} />}
      {isStaff ? null : <AskSupport />}
    </>
  );
}

function NoArticles({ isMissing, isStaff }: { isMissing: boolean; isStaff: boolean }) {
  return (
    <EmptyState
      icon={isMissing ? WifiOff : BookOpen}
      title={
        isMissing ? <Trans>The articles are not on this device yet.</Trans> : <Trans>There are no articles yet.</Trans>
      }
      description={isMissing ? <Trans>They are loaded when you are connected.</Trans> : null}
      action={isStaff ? null : <AskSupport />}
    />
  );
}
