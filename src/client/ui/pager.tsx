import { Trans, useLingui } from '@lingui/react/macro';
import { Rows3, Rows4 } from 'lucide-react';
import { useFormatCount } from '../text/money.ts';
import { numberedRows, uncounted, useFormatTotal } from '../text/totals.ts';
import { IconButton } from './icon-button.tsx';
import { SelectBox } from './select-box.tsx';
import { chakra, HStack } from './theme/styled.tsx';
import { Steps, type GoToPage, type PageCursors } from './pager-steps.tsx';

interface Props {
  /** From 1. */
  page: number;
  perPage: number;
  /** Rows on this page. */
  shown: number;
  /** The total number of rows, where known; `uncounted` for more than the server counts. */
  total?: number | null | undefined;
  /** For a list with more rows than are counted: `onPage` then also gets cursors. */
  cursors?: PageCursors | undefined;
  /** Whether there is another page, where the total is not known. */
  hasNext?: boolean;
  onPage: GoToPage;
  /** With `onPerPage`: the page sizes to choose from. */
  perPageChoices?: readonly number[];
  onPerPage?: (perPage: number) => void;
  /** The height of the rows of a table, and its switch. */
  density?: { isCompact: boolean; toggle: () => void };
}

/** "Showing 11–20 of 134", the page size, and the pages: ‹ 1 2 3 … 22 ›. Only the sentence when there is one page. */
export function Pager(props: Props) {
  const { page, perPage, shown, total, hasNext, cursors, onPage, perPageChoices, onPerPage, density } = props;
  const { t } = useLingui();
  const { pages, rows, hasNextPage } = extentOf({ page, perPage, shown, total, hasNext });
  const hasSizes = rows > Math.min(...(perPageChoices ?? [Infinity])) || hasNextPage;
  return (
    <HStack
      as="nav"
      aria-label={t`Pages`}
      flexWrap={{ base: 'nowrap', sm: 'wrap' }}
      gap={{ base: '1.5', sm: '3' }}
      mt="3"
      textStyle="row"
      color="fg.muted"
      css={largeText}
    >
      <Range {...{ page, perPage, shown, total }} isFromEnd={cursors?.pagesAfter !== undefined} />
      {onPerPage && perPageChoices && hasSizes ? (
        <PageSize value={perPage} choices={perPageChoices} onChange={onPerPage} />
      ) : null}
      {density ? <Density {...density} /> : null}
      {page > 1 || hasNextPage ? (
        <Steps {...{ pages, page, hasNextPage, cursors, onPage }} hasLastPage={total === uncounted} />
      ) : null}
    </HStack>
  );
}

/** On phones the sentence takes the width that the controls leave; with text of 200 % it has a line to itself. */
const largeText = { '@media (max-width: 22em)': { flexWrap: 'wrap', '& > p': { flex: '1 0 100%' } } } as const;

/** Returns the pages to offer, the number of rows known, and whether there is another page. */
function extentOf({
  page,
  perPage,
  shown,
  total,
  hasNext = shown >= perPage,
}: Pick<Props, 'page' | 'perPage' | 'shown' | 'total' | 'hasNext'>) {
  if (total === null || total === undefined)
    return { pages: [page], rows: (page - 1) * perPage + shown, hasNextPage: hasNext };
  const last = Math.ceil(numberedRows(total) / perPage);
  return { pages: pagesShown(Math.min(page, last), last), rows: total, hasNextPage: page * perPage < total };
}

/**
 * Returns the numbers of the first page, the last one, and those around the page shown; 0 stands for pages left out.
 *
 * @internal Exported for tests.
 */
export function pagesShown(page: number, count: number): number[] {
  const around = [
    page - 1,
    page,
    page + 1,
    ...(page <= 2 ? [1, 2, 3] : []),
    ...(page >= count - 1 ? [count - 2, count - 1] : []),
  ];
  const numbers = [...new Set([1, ...around, count])]
    .filter((one) => one >= 1 && one <= count)
    .toSorted((a, b) => a - b);
  return numbers.flatMap((one, at) => {
    const before = numbers[at - 1] ?? 0;
    if (one - before === 2) return [one - 1, one];
    return one - before > 2 ? [0, one] : [one];
  });
}

function Density({ isCompact, toggle }: NonNullable<Props['density']>) {
  const { t } = useLingui();
  return (
    <IconButton
      size="xs"
      hideBelow="sm"
      label={t`Compact rows`}
      aria-pressed={isCompact}
      color="fg.muted"
      onClick={toggle}
    >
      {isCompact ? <Rows4 aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
    </IconButton>
  );
}

function PageSize({
  value,
  choices,
  onChange,
}: {
  value: number;
  choices: readonly number[];
  onChange: (size: number) => void;
}) {
  const { t } = useLingui();
  return (
    <SelectBox
      size="xs"
      width="auto"
      aria-label={t`Rows per page`}
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {choices.map((size) => (
        <option key={size} value={size}>
          {size}
        </option>
      ))}
    </SelectBox>
  );
}

interface RangeProps extends Pick<Props, 'page' | 'perPage' | 'shown' | 'total'> {
  /** The numbers of the rows are not known. */
  isFromEnd: boolean;
}

function Range({ page, perPage, shown, total, isFromEnd }: RangeProps) {
  const formatCount = useFormatCount();
  const formatTotal = useFormatTotal();
  if (shown === 0) return null;
  const first = (page - 1) * perPage + 1;
  const [from, to, count] = [formatCount(first), formatCount(first + shown - 1), formatCount(shown)];
  const all = typeof total === 'number' ? formatTotal(total) : null;
  return (
    <chakra.p
      className="numbers"
      aria-live="polite"
      flex={{ base: '1', sm: 'none' }}
      minW="0"
      textStyle={{ base: 'xs', sm: 'row' }}
    >
      {all === null ? (
        <Trans>
          Showing {from}–{to}
        </Trans>
      ) : isFromEnd ? (
        <Trans>
          Showing {count} of {all}
        </Trans>
      ) : (
        <Trans>
          Showing {from}–{to} of {all}
        </Trans>
      )}
    </chakra.p>
  );
}
