import { lazy, Suspense, useLayoutEffect } from 'react';
import { dirOf } from '../text/locales.ts';
import type { ArticleBodyProps } from './article-body.tsx';
import { SkeletonLines } from './skeleton-lines.tsx';
import { Box } from './theme/styled.tsx';

interface Props extends ArticleBodyProps {
  /** Called when the text is part of the page. */
  onDrawn?: (() => void) | undefined;
}

/** The text of an article; the code that formats it is loaded with the first one. */
export function ArticleText({ onDrawn, ...article }: Props) {
  return (
    <Suspense fallback={<SkeletonLines lines={Math.ceil(article.body.length / charactersPerLine)} />}>
      <FormattedText {...article} />
      {onDrawn ? <Drawn onDrawn={onDrawn} /> : null}
    </Suspense>
  );
}

function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useLayoutEffect(() => {
    onDrawn();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  return null;
}

/** About as many as on a phone. */
const charactersPerLine = 60;

/** When the code cannot be loaded, the text is shown as it was written: it is readable, and the page stays. */
const FormattedText = lazy(() =>
  import('./article-body.tsx').then(
    ({ ArticleBody }) => ({ default: ArticleBody }),
    () => ({ default: PlainText }),
  ),
);

function PlainText({ body, locale }: ArticleBodyProps) {
  return (
    <Box lang={locale} dir={dirOf(locale)} whiteSpace="pre-wrap" overflowWrap="anywhere">
      {body}
    </Box>
  );
}
