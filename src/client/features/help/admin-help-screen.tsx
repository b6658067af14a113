import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileText, Plus } from 'lucide-react';
import { articleKinds, articleTopics, textIn } from '../../../contract/article-rules.ts';
import type { Article } from '../../../contract/articles.ts';
import { pageSizeMax } from '../../../contract/limits.ts';
import type { Locale } from '../../../contract/locales.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useOnline } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { isLocale } from '../../text/locales.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';
import { KindCell, KindOnCard, LanguagesCell, TitleCell, VotesCell } from './admin-help-cells.tsx';
import { useVotes } from './admin-help-changes.ts';
import { ArticleMenu, MoveButtons, offlineReasonId, PublishedSwitch } from './admin-help-controls.tsx';
import { DeleteArticleDialog } from './admin-help-delete.tsx';
import { articleSource, hasWholeGroups, type ListedArticle } from './admin-help-source.ts';
import { useKindNames } from './article-form-words.ts';
import { useTopicNames } from './topic-names.ts';
import { Box } from '../../ui/theme/styled.tsx';

/** The articles of the help centre, the announcements, the text about adding balance, and the canned replies. */
const articles = defineList<ListedArticle, ReturnType<typeof useListContext>>({
  source: articleSource,
  title: msg`Articles`,
  searchLabel: msg`Search articles`,
  filters: [
    { name: 'kind', label: msg`Kind`, values: articleKinds, useChoices: useKindChoices },
    { name: 'topic', label: msg`Topic`, values: articleTopics, useChoices: useTopicChoices },
    { name: 'status', label: msg`Status`, values: ['active', 'draft'], useChoices: useStatusChoices },
  ],
  // A page has all articles, so that none moves to another page.
  pageSizes: [pageSizeMax],
  useContext: useListContext,
  columns: [
    {
      id: 'title',
      header: msg`Title`,
      width: '34%',
      cardSlot: 'lead',
      cell: (article, { shown }) => <TitleCell {...shown(article)} />,
      below: (article) => <KindOnCard article={article} />,
    },
    {
      id: 'kind',
      header: msg`Kind`,
      width: '13%',
      // Elsewhere under the title.
      cardSlot: 'wide',
      cell: (article) => <KindCell article={article} />,
    },
    {
      id: 'topic',
      header: msg`Topic`,
      width: '13%',
      hideLabelOnCard: true,
      cell: ({ topic }, { topics }) => topics[topic],
    },
    {
      id: 'languages',
      header: msg`Languages`,
      width: '7rem',
      hideLabelOnCard: true,
      cell: (article) => <LanguagesCell article={article} />,
    },
    {
      id: 'votes',
      header: msg`Votes`,
      width: '5.5rem',
      cardSlot: 'extra',
      numbers: true,
      hideLabelOnCard: true,
      cell: ({ id, kind }, { votes }) => (kind === 'reply' ? null : <VotesCell votes={votes(id)} />),
    },
    {
      id: 'changed',
      header: msg`Changed`,
      width: '6rem',
      cardSlot: 'none',
      cell: ({ updated_at: at }) => <RelativeTime at={at} />,
    },
    {
      id: 'published',
      header: msg`Published`,
      width: '5.5rem',
      // On a card in the line of facts, so that the title has its line.
      cardSlot: 'amount',
      cell: (article, { shown }) => (
        <Box mb={{ base: '-2', sm: '0' }}>
          <PublishedSwitch article={article} title={shown(article).title} />
        </Box>
      ),
    },
    {
      id: 'position',
      header: msg`Position`,
      hideHeaderInTable: true,
      width: '5rem',
      align: 'end',
      // A card has them in its menu.
      cardSlot: 'plain',
      cell: (article, { shown, canMove }) =>
        canMove ? <MoveButtons article={article} title={shown(article).title} /> : null,
    },
    {
      id: 'actions',
      header: msg`Actions`,
      hideHeaderInTable: true,
      width: '3rem',
      cardSlot: 'actions',
      cell: (article, { shown, canMove }) => (
        <ArticleMenu article={article} title={shown(article).title} canMove={canMove} />
      ),
    },
  ],
  openLabel: (article) => {
    const { title } = shownIn(article, i18n.locale);
    return msg`Edit ${{ title: isolated(title) }}`;
  },
  Empty: NoArticles,
  nothingFound: msg`No articles match your search.`,
});

/** All articles with their languages, status and order; a row opens its form. */
export function AdminHelpScreen() {
  const { t } = useLingui();
  const online = useOnline();
  const navigate = useNavigate();
  const deletion = useUrlDialog('delete');
  return (
    <ListPage
      list={articles}
      breadcrumb={[{ label: t`Dashboard`, to: '/dashboard' }]}
      actions={<NewLink />}
      belowTitle={
        <OfflineReason online={online} id={offlineReasonId}>
          <Trans>You are offline. Articles can be changed when you are connected.</Trans>
        </OfflineReason>
      }
      onOpen={({ id }) => void navigate({ to: `/admin/help/${id}/edit` })}
    >
      {(rows) => {
        const wanted = rows.find(({ id }) => id === deletion.id);
        return wanted ? <Deletion key={wanted.id} article={wanted} onClose={deletion.close} /> : null;
      }}
    </ListPage>
  );
}

function Deletion({ article, onClose }: { article: Article; onClose: () => void }) {
  const { title } = useShown()(article);
  return <DeleteArticleDialog id={article.id} title={title} onClose={onClose} />;
}

function useListContext() {
  return {
    shown: useShown(),
    topics: useTopicNames(),
    votes: useVotes(),
    canMove: hasWholeGroups(useSearch({ strict: false })),
  };
}

/** Returns a function that gives the title of an article in the user's language, or in another one that it has. */
function useShown(): (article: Article) => { title: string; locale: Locale } {
  const { i18n: now } = useLingui();
  return (article) => shownIn(article, now.locale);
}

function shownIn({ texts }: Article, language: string) {
  const found = textIn(texts, isLocale(language) ? language : 'en');
  return { title: found?.text.title ?? '', locale: found?.locale ?? 'en' };
}

function useKindChoices() {
  const names = useKindNames();
  return articleKinds.map((value) => ({ value, label: names[value] }));
}

function useTopicChoices() {
  const names = useTopicNames();
  return articleTopics.map((value) => ({ value, label: names[value] }));
}

function useStatusChoices() {
  const { t } = useLingui();
  return [
    { value: 'active', label: t`Published` },
    { value: 'draft', label: t`Draft` },
  ];
}

function NewLink() {
  return (
    <ButtonLink to="/admin/help/create">
      <Plus size={18} aria-hidden="true" />
      <Trans>New article</Trans>
    </ButtonLink>
  );
}

function NoArticles() {
  return <EmptyState icon={FileText} title={<Trans>There are no articles yet.</Trans>} action={<NewLink />} />;
}
