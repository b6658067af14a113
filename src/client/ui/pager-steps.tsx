import { useLingui } from '@lingui/react/macro';
import { ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { useFormatCount } from '../text/money.ts';
import { Button } from './button.tsx';
import { chakra, HStack } from './theme/styled.tsx';

/** The places of the pages beside the one shown, for lists with more rows than are counted. */
export interface PageCursors {
  /** Of the next and the previous page; null where there is none. */
  next: string | null;
  previous: string | null;
  /** The page shown was itself reached by its cursor. */
  isCurrent: boolean;
  /** The number of pages after the one shown, where it is counted from the end. */
  pagesAfter?: number | undefined;
}

/** The number of a page, and its cursor where the number is not enough. */
export type GoToPage = (page: number, cursor?: string) => void;

export interface StepsProps {
  /** Numbers of pages, and 0 for those left out. */
  pages: readonly number[];
  page: number;
  hasNextPage: boolean;
  cursors: PageCursors | undefined;
  /** The last page has no number in `pages`: it has a button of its own. */
  hasLastPage: boolean;
  onPage: GoToPage;
}

/**
 * The buttons for the previous and next page, for pages by number, and for the last page; on phones only the number of
 * this page.
 */
export function Steps(props: StepsProps) {
  const { pages, page, cursors, hasLastPage, onPage } = props;
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const step = { variant: 'ghost', size: 'xs', px: '1.5' } as const;
  const { previous, next } = stepsOf(props);
  const isFromEnd = cursors?.pagesAfter !== undefined;
  return (
    <HStack flexShrink="0" gap={{ base: '0', sm: '0.5' }} ms="auto" className="numbers">
      <Button
        {...step}
        disabled={!previous}
        onClick={() => previous && onPage(...previous)}
        aria-label={t`Previous page`}
      >
        <ChevronLeft data-mirror="" />
      </Button>
      {pages.map((one, at) =>
        one === 0 ? (
          <chakra.span key={`gap ${at}`} hideBelow="md" px="1" aria-hidden="true">
            …
          </chakra.span>
        ) : (
          <Button
            key={one}
            {...step}
            {...(one === page && !isFromEnd
              ? { 'aria-current': 'page', bg: 'bg.selected', color: 'brand.fg', _hover: { bg: 'bg.selected' } }
              : { hideBelow: 'md', color: 'fg.muted' })}
            aria-label={t`Page ${formatCount(one)}`}
            onClick={() => onPage(one)}
          >
            {formatCount(one)}
          </Button>
        ),
      )}
      <Button {...step} disabled={!next} onClick={() => next && onPage(...next)} aria-label={t`Next page`}>
        <ChevronRight data-mirror="" />
      </Button>
      {hasLastPage ? (
        <Button
          {...step}
          disabled={cursors?.next === null}
          onClick={() => onPage(Math.max(page, ...pages) + 1, 'last')}
          aria-label={t`Last page`}
        >
          <ChevronLast data-mirror="" />
        </Button>
      ) : null}
    </HStack>
  );
}

type Step = [page: number, cursor?: string];

/** Returns where the previous and the next page are: by number up to the last one counted, beyond it by cursor. */
function stepsOf({
  pages,
  page,
  hasNextPage,
  cursors,
  hasLastPage,
}: StepsProps): Record<'previous' | 'next', Step | null> {
  const isBeyond = cursors && (cursors.isCurrent || (hasLastPage && page >= Math.max(...pages)));
  if (!isBeyond) return { previous: page > 1 ? [page - 1] : null, next: hasNextPage ? [page + 1] : null };
  const isFromEnd = cursors.pagesAfter !== undefined;
  const to = (cursor: string | null, step: number): Step | null =>
    cursor === null ? null : [Math.max(1, page + (isFromEnd ? 0 : step)), cursor];
  const previous = cursors.isCurrent || cursors.previous === null ? to(cursors.previous, -1) : ([page - 1] as Step);
  return { previous, next: to(cursors.next, 1) };
}
