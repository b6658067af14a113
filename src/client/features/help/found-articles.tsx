import { Plural, Trans } from '@lingui/react/macro';
import { Plus, SearchX } from 'lucide-react';
import { dirOf } from '../../text/locales.ts';
import { ButtonLink, PlainLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import type { FoundArticle } from './article-search.ts';
import { articleLink, IconBox } from './topic-cards.tsx';
import { articlePath, topicIcons } from './topic-names.ts';
import { Box, chakra, Muted, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The articles that a search has found, best first, each with the part of its text that fits. */
export function FoundArticles({ found }: { found: readonly FoundArticle[] }) {
  const count = found.length;
  return (
    <>
      <Muted role="status" textStyle="sm" mb="2">
        <Plural value={count} one="# article" other="# articles" />
      </Muted>
      <List>
        {found.map(({ article, excerpt }) => (
          <chakra.li key={article.id} _notFirst={{ borderTopWidth: '1px', borderColor: 'border.muted' }}>
            <FoundLink article={article} excerpt={excerpt} />
          </chakra.li>
        ))}
      </List>
    </>
  );
}

function FoundLink({ article: { id, topic, title, locale }, excerpt }: FoundArticle) {
  const Icon = topicIcons[topic];
  return (
    <PlainLink to={articlePath(id)} data-opener="" {...articleLink} py="3" gap="3">
      <IconBox>
        <Icon size="1.25rem" aria-hidden="true" />
      </IconBox>
      <Box as="span" flex="1" minW="0" lang={locale}>
        <FreeText dir={dirOf(locale)} fontWeight="medium" color="fg">
          {title}
        </FreeText>
        <FreeText dir={dirOf(locale)} textStyle="sm" lineClamp="2">
          {excerpt}
        </FreeText>
      </Box>
    </PlainLink>
  );
}

/** A search without results: customers can ask support instead. */
export function NothingFound({ onClear, isStaff }: { onClear: () => void; isStaff: boolean }) {
  return (
    <EmptyState
      icon={SearchX}
      title={<Trans>No article matches your search.</Trans>}
      description={isStaff ? null : <Trans>Try other words, or ask support. It also works offline.</Trans>}
      action={
        <Wrap gap="2" justifyContent="center">
          {isStaff ? null : <NewTicket />}
          <Button variant="outline" onClick={onClear}>
            <Trans>Clear search</Trans>
          </Button>
        </Wrap>
      }
    />
  );
}

/** The way to support for customers who have found no answer. */
export function AskSupport() {
  return (
    <Wrap
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      mt={{ base: '4', md: '5' }}
      px="4"
      py="3"
      borderWidth="1px"
      borderRadius="xl"
    >
      <Muted>
        <Trans>No answer here? Ask support; it also works offline.</Trans>
      </Muted>
      <NewTicket />
    </Wrap>
  );
}

function NewTicket() {
  return (
    <ButtonLink to="/user/tickets/create">
      <Plus aria-hidden="true" />
      <Trans>New ticket</Trans>
    </ButtonLink>
  );
}

const List = chakra('ul', {
  base: { listStyle: 'none', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'xl', overflow: 'hidden' },
});
