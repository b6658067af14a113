import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ButtonLink } from './app-link.tsx';
import { ArticleText } from './article-text.tsx';
import { SkeletonLines } from './skeleton-lines.tsx';
import { Summary } from './summary.tsx';
import { Box, chakra } from './theme/styled.tsx';

interface Article {
  body: string;
  locale: string;
}

interface Props {
  article: Article | undefined;
  /** To ask for it is the main action of the page. */
  isMain?: boolean;
  onDrawn?: () => void;
}

/** How balance is added, in the words of the shop (undefined until they are read), and the way to ask for it. */
export function BalanceHelp({ article, isMain = false, onDrawn }: Props) {
  return (
    <>
      {article ? (
        <ArticleText body={article.body} locale={article.locale} topLevel={3} onDrawn={onDrawn} />
      ) : (
        <SkeletonLines lines={4} />
      )}
      <ButtonLink
        to="/user/tickets/create"
        search={{ type: 'billing' } as never}
        variant={isMain ? 'solid' : 'outline'}
        mt="4"
        maxW="full"
        h="auto"
        minH="11"
        py="2"
        whiteSpace="normal"
      >
        <Trans>Ask support to add balance</Trans>
      </ButtonLink>
    </>
  );
}

/** `BalanceHelp` in a disclosure, whose summary is shown before the article is loaded. */
export function BalanceHelpDisclosure({ article }: { article: Article | undefined }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <chakra.details borderWidth="1px" borderRadius="lg" bg="bg.panel" onToggle={() => setOpened(true)}>
      <Summary {...summary}>
        <Trans>How to add balance</Trans>
      </Summary>
      {wasOpened ? (
        <Box px="4" pb="4" pt="1">
          <BalanceHelp article={article} />
        </Box>
      ) : null}
    </chakra.details>
  );
}

const summary = {
  justifyContent: 'space-between',
  px: '4',
  fontWeight: 'medium',
  borderRadius: 'lg',
  focusVisibleRing: 'inside',
} as const;
