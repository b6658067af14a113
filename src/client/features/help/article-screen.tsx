import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, BookX, WifiOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useArticles } from '../../sync/use-articles.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useTranslatedArticles, type TranslatedArticle } from '../../text/articles.ts';
import { useDates } from '../../text/dates.ts';
import { dirOf } from '../../text/locales.ts';
import { ButtonLink, PlainLink } from '../../ui/app-link.tsx';
import { ArticleText } from '../../ui/article-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { ArticleVote } from './article-vote.tsx';
import { articlePath, helpPath, useTopicNames } from './topic-names.ts';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';

/** An article of the help centre or an announcement, with the articles beside it in its topic. */
export function ArticleScreen() {
  const { t } = useLingui();
  const { id } = useParams({ strict: false }) as { id?: string };
  const articles = useArticles();
  const translated = useTranslatedArticles();
  const shown = articles ? translated(articles) : undefined;
  const isMissing = !useOnline() && articles === null;
  const article = shown?.find((one) => one.id === Number(id));
  return (
    <Box maxW="3xl">
      {article ? (
        <OpenArticle key={article.id} article={article} all={shown ?? []} />
      ) : (
        <>
          <PageHeader title={t`Help`} />
          {shown || isMissing ? <NoArticle isMissing={isMissing} /> : <LoadingArticle />}
        </>
      )}
    </Box>
  );
}

function OpenArticle({ article, all }: { article: TranslatedArticle; all: readonly TranslatedArticle[] }) {
  const { t } = useLingui();
  const { title, body, locale } = article;
  const [isDrawn, setDrawn] = useState(false);
  const isAnnouncement = article.kind === 'announcement';
  return (
    <>
      <PageHeader
        title={title}
        heading={
          <chakra.span dir={dirOf(locale)} lang={locale}>
            {title}
          </chakra.span>
        }
        breadcrumb={[{ label: t`Help`, to: helpPath }]}
        description={<Facts article={article} />}
      />
      <Panel>
        <ArticleText body={body} locale={locale} onDrawn={() => setDrawn(true)} />
      </Panel>
      {isAnnouncement || !isDrawn ? null : (
        <>
          <ArticleVote articleId={article.id} />
          <Neighbours article={article} all={all} />
        </>
      )}
    </>
  );
}

function Facts({ article: { kind, topic, is_active: isActive, updated_at: at } }: { article: TranslatedArticle }) {
  const names = useTopicNames();
  const date = useDates().long(at);
  return (
    <chakra.span textStyle="sm">
      {kind === 'announcement' ? <Trans>Announcement</Trans> : names[topic]} · <Trans>Last changed {date}</Trans>
      {isActive ? null : (
        <>
          {' '}
          · <Trans>Draft</Trans>
        </>
      )}
    </chakra.span>
  );
}

/** Links to the articles before and after this one in its topic. */
function Neighbours({ article, all }: { article: TranslatedArticle; all: readonly TranslatedArticle[] }) {
  const { t } = useLingui();
  const sameTopic = all.filter(
    ({ id, kind, topic, is_active: isActive }) =>
      id === article.id || (kind !== 'announcement' && topic === article.topic && isActive),
  );
  const place = sameTopic.findIndex(({ id }) => id === article.id);
  const [previous, next] = [sameTopic[place - 1], sameTopic[place + 1]];
  if (!previous && !next) return null;
  return (
    <Pair as="nav" aria-label={t`More articles of this topic`}>
      {previous ? (
        <NeighbourLink article={previous} name={<Trans>Previous article</Trans>} icon={<ArrowLeft {...icon} />} />
      ) : (
        <span />
      )}
      {next ? (
        <NeighbourLink article={next} name={<Trans>Next article</Trans>} icon={<ArrowRight {...icon} />} isNext />
      ) : null}
    </Pair>
  );
}

const icon = { size: '1.125rem', 'data-mirror': '', 'aria-hidden': true } as const;

interface NeighbourProps {
  article: TranslatedArticle;
  name: ReactNode;
  icon: ReactNode;
  isNext?: boolean;
}

function NeighbourLink({ article: { id, title, locale }, name, icon: arrow, isNext = false }: NeighbourProps) {
  return (
    <PlainLink to={articlePath(id)} {...neighbour} {...(isNext && { flexDirection: 'row-reverse', textAlign: 'end' })}>
      {arrow}
      <Box minW="0">
        <MutedSpan display="block" textStyle="meta">
          {name}
        </MutedSpan>
        <chakra.span display="block" fontWeight="medium" overflowWrap="anywhere" lang={locale}>
          <bdi>{title}</bdi>
        </chakra.span>
      </Box>
    </PlainLink>
  );
}

const neighbour = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minH: '14',
  px: '4',
  py: '2.5',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'xl',
  focusVisibleRing: 'outside',
  _hover: { borderColor: 'border.control' },
} as const;

const Pair = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    mt: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  },
});

const LoadingArticle = () => (
  <Panel aria-busy>
    <SkeletonLines lines={8} />
  </Panel>
);

function NoArticle({ isMissing }: { isMissing: boolean }) {
  return (
    <EmptyState
      icon={isMissing ? WifiOff : BookX}
      title={
        isMissing ? <Trans>This article is not on this device yet.</Trans> : <Trans>This article does not exist.</Trans>
      }
      description={
        isMissing ? <Trans>It is loaded when you are connected.</Trans> : <Trans>It may have been removed.</Trans>
      }
      action={
        <ButtonLink to={helpPath} variant="outline">
          <Trans>All articles</Trans>
        </ButtonLink>
      }
    />
  );
}
