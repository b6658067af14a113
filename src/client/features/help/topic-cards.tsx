import { ChevronRight } from 'lucide-react';
import { articleTopics } from '../../../contract/article-rules.ts';
import type { TranslatedArticle } from '../../text/articles.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { SkeletonBlock, SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { articlePath, topicIcons, useTopicNames } from './topic-names.ts';
import { Box, chakra, HStack } from '../../ui/theme/styled.tsx';

/** A card for each topic that has articles, with links to them; placeholders while they are read. */
export function TopicCards({ articles }: { articles: readonly TranslatedArticle[] | undefined }) {
  if (!articles)
    return (
      <Grid aria-busy>
        {articleTopics.map((topic) => (
          <Card key={topic} p="4">
            <HStack gap="3" mb="4">
              <SkeletonBlock boxSize="10" borderRadius="lg" />
              <SkeletonBlock h="4" w="32" />
            </HStack>
            <SkeletonLines lines={3} />
          </Card>
        ))}
      </Grid>
    );
  return (
    <Grid>
      {articleTopics.map((topic) => {
        const some = articles.filter((article) => article.topic === topic);
        return some.length > 0 ? <TopicCard key={topic} topic={topic} articles={some} /> : null;
      })}
    </Grid>
  );
}

interface CardProps {
  topic: TranslatedArticle['topic'];
  articles: readonly TranslatedArticle[];
}

function TopicCard({ topic, articles }: CardProps) {
  const names = useTopicNames();
  const Icon = topicIcons[topic];
  return (
    <Card as="section" aria-labelledby={`topic-${topic}`}>
      <HStack gap="3" px="4" pt="4" pb="2">
        <IconBox>
          <Icon size="1.25rem" aria-hidden="true" />
        </IconBox>
        <chakra.h2 id={`topic-${topic}`} textStyle="section">
          {names[topic]}
        </chakra.h2>
      </HStack>
      <Box as="ul" listStyleType="none" pb="2">
        {articles.map(({ id, title, locale }) => (
          <li key={id}>
            <PlainLink to={articlePath(id)} {...articleLink}>
              <chakra.span flex="1" minW="0" overflowWrap="anywhere" lang={locale}>
                <bdi>{title}</bdi>
              </chakra.span>
              <ChevronRight size="1rem" data-mirror="" aria-hidden="true" opacity={0.5} />
            </PlainLink>
          </li>
        ))}
      </Box>
    </Card>
  );
}

/** The styles of a row that opens an article. */
export const articleLink = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minH: { base: '11', md: '9' },
  px: '4',
  py: '1.5',
  color: 'fg.muted',
  _hover: { bg: 'bg.hover', color: 'fg' },
  focusVisibleRing: 'inside',
} as const;

/** The square behind the icon of a topic. */
export const IconBox = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '10',
    flexShrink: 0,
    borderRadius: 'lg',
    bg: 'brand.subtle',
    color: 'brand.fg',
  },
});

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '3', md: '4' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' },
  },
});

const Card = chakra('div', { base: { minW: '0', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'xl' } });
