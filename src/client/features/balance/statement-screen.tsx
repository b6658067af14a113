import { Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { useId } from 'react';
import { isDay } from '../../local/days.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { StatementPaper } from './statement-paper.tsx';
import { StatementSkeleton } from './statement-skeleton.tsx';
import { useStatement } from './use-statement.ts';
import './statement.css';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

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
