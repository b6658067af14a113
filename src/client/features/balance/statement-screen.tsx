import { Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { useId } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { isDay } from '../../local/days.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRequest } from '../../sync/use-request.ts';
import { Button } from '../../ui/button.tsx';
import type { DayRange } from '../../ui/date-range-days.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Box, HStack, Wrap } from '../../ui/theme/styled.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { Paper, StatementPaper } from './statement-paper.tsx';
import { readStatement, requestStatement, type Statement } from './statement.ts';
import './statement.css';

/** The movements of a range of days with the balance before and after them, to be printed. */
export function StatementScreen() {
  const { t } = useLingui();
  const { state, set } = useListState({ from: '', to: '' });
  const range = { from: dayOrNone(state.from), to: dayOrNone(state.to) };
  const { statement, ...load } = useStatement(range);
  const reason = useId();
  return (
    <>
      <Box data-unprinted="">
        <PageHeader
          title={t`Statement`}
          breadcrumb={[
            { label: t`Dashboard`, to: '/dashboard' },
            { label: t`Balance`, to: '/user/balance' },
          ]}
          actions={
            <Button
              disabled={!statement}
              aria-describedby={statement ? undefined : reason}
              onClick={() => window.print()}
            >
              <Printer aria-hidden="true" />
              <Trans>Print</Trans>
            </Button>
          }
        />
        <Box mt="1" mb="4">
          <DateRange label={t`Date`} value={range} onChange={set} />
        </Box>
        <Box id={reason}>
          {load.isLoading && !statement ? <StatementSkeleton /> : null}
          {/* While it loads, the skeleton stands for the data. */}
          <LoadState {...load} hasData={statement !== null || load.isLoading}>
            <Trans>
              You are offline, and this device does not have all movements of these days. Choose later days, or connect.
            </Trans>
          </LoadState>
        </Box>
      </Box>
      {statement ? <StatementPaper statement={statement} range={range} /> : null}
    </>
  );
}

const dayOrNone = (text: string): string => (isDay(text) ? text : '');

/** Returns the statement of some days: from this device where it has all their movements, else from the server. */
function useStatement(range: DayRange) {
  const { from, to } = range;
  const local = useLocalStatement(range);
  const { data, failure, isLoading, retry } = useRequest(
    `statement/${from}/${to}`,
    (signal) => requestStatement({ from, to }, signal),
    { wanted: local === null },
  );
  return { statement: local ?? data ?? null, isLoading: local === undefined || isLoading, failure, retry };
}

/** Returns this device's statement; null where it lacks movements, undefined until that is known. */
function useLocalStatement({ from, to }: DayRange): Statement | null | undefined {
  const rangeKey = `${from} ${to}`;
  const read = useLiveQuery(
    async () => ({ rangeKey, statement: await readStatement(currentDatabase(), { from, to }) }),
    [rangeKey],
  );
  // The query keeps its last value, which may be that of another range.
  return read?.rangeKey === rangeKey ? read.statement : undefined;
}

const rows = [64, 52, 70, 46, 58, 66, 50, 60];

/** The placeholder of a statement while it loads, with the measures of its head and its movements. */
const StatementSkeleton = () => (
  <Paper aria-hidden="true">
    <Wrap justifyContent="space-between" gap="4" mb="5">
      <Box display="grid" gap="2.5">
        <SkeletonBlock h="3.5" w="24" />
        <SkeletonBlock h="5" w="56" />
        <SkeletonBlock h="3.5" w="44" />
      </Box>
      <Box display="grid" gap="2.5" alignContent="start">
        <SkeletonBlock h="3.5" w="28" />
        <SkeletonBlock h="3.5" w="40" />
        <SkeletonBlock h="3.5" w="36" />
      </Box>
    </Wrap>
    {rows.map((width) => (
      <HStack key={width} gap="4" minH={{ base: '14', md: '9' }} borderTopWidth="1px" borderColor="border.muted">
        <SkeletonBlock h="3" w="20" hideBelow="md" />
        <Box flex="1" minW="0" display="grid" gap="2">
          <SkeletonBlock h="3.5" w={`${width}%`} />
          <SkeletonBlock h="3" w="16" hideFrom="md" />
        </Box>
        <SkeletonBlock h="3.5" w="14" />
        <SkeletonBlock h="3.5" w="16" />
      </HStack>
    ))}
  </Paper>
);
