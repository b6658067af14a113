import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useFormatCount } from '../text/money.ts';
import { SelectBox } from './select-box.tsx';

interface Props {
  /** From 1. */
  page: number;
  perPage: number;
  /** Rows on this page. */
  shown: number;
  /** The total number of rows, where known. */
  total?: number | null | undefined;
  /** Whether there is another page, where the total is not known. */
  hasNext?: boolean;
  onPage: (page: number) => void;
  /** With `onPerPage`: the page sizes to choose from. */
  perPageChoices?: readonly number[];
  onPerPage?: (perPage: number) => void;
}

/** "Showing 11–20 of 134", the page size, the page number, and the buttons for the previous and next page. */
export function Pager({ page, perPage, shown, total, hasNext, onPage, perPageChoices, onPerPage }: Props) {
  const { t } = useLingui();
  const hasNextPage = total === null || total === undefined ? (hasNext ?? shown >= perPage) : page * perPage < total;
  return (
    <Box
      as="nav"
      aria-label={t`Pages`}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      mt="4"
      textStyle="sm"
      color="fg.muted"
    >
      <Range {...{ page, perPage, shown, total }} />
      <Box display="flex" alignItems="center" gap="2" ms="auto">
        {onPerPage && perPageChoices ? (
          <PageSize value={perPage} choices={perPageChoices} onChange={onPerPage} />
        ) : null}
        <Button
          variant="outline"
          size="sm"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
          aria-label={t`Previous page`}
        >
          <ChevronLeft data-mirror="" />
          <chakra.span hideBelow="md">
            <Trans>Previous</Trans>
          </chakra.span>
        </Button>
        <chakra.span className="numbers" minW="6" textAlign="center" color="fg" aria-current="page">
          {page}
        </chakra.span>
        <Button
          variant="outline"
          size="sm"
          disabled={!hasNextPage}
          onClick={() => onPage(page + 1)}
          aria-label={t`Next page`}
        >
          <chakra.span hideBelow="md">
            <Trans>Next</Trans>
          </chakra.span>
          <ChevronRight data-mirror="" />
        </Button>
      </Box>
    </Box>
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
      size="sm"
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

function Range({ page, perPage, shown, total }: Pick<Props, 'page' | 'perPage' | 'shown' | 'total'>) {
  const formatCount = useFormatCount();
  if (shown === 0) return null;
  const from = formatCount((page - 1) * perPage + 1);
  const to = formatCount((page - 1) * perPage + shown);
  const all = typeof total === 'number' ? formatCount(total) : null;
  return (
    <chakra.p className="numbers" aria-live="polite">
      {all === null ? (
        <Trans>
          Showing {from}–{to}
        </Trans>
      ) : (
        <Trans>
          Showing {from}–{to} of {all}
        </Trans>
      )}
    </chakra.p>
  );
}
