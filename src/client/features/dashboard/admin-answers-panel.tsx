import { Trans, useLingui } from '@lingui/react/macro';
import type { DashboardFigures } from '../../local/meta.ts';
import { useFormatCount } from '../../text/money.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { useBuckets } from './buckets.ts';
import { NotLoaded } from './skeleton-rows.tsx';
import type { PanelProps } from './periods.ts';
import { Muted } from '../../ui/theme/styled.tsx';

/** How many tickets of a period were answered in time and late, as bars (S2R-16). */
export function AnswersPanel({ period, figures, isPending }: PanelProps) {
  const { t } = useLingui();
  const data = useAnswersChart(period, figures?.answers);
  const isEmpty = figures?.answers !== undefined && data === undefined;
  return (
    <ChartPanel
      title={t`Answers in time`}
      kind="bars"
      isTall
      data={data}
      fileName={`answers-${period}`}
      missing={isEmpty ? <NoAnswers /> : isPending ? undefined : <NotLoaded />}
    />
  );
}

/** Undefined while the figures are not known, and for a period without answers. */
function useAnswersChart(period: PanelProps['period'], answers: DashboardFigures['answers']) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const { labelOf, unit } = useBuckets(period);
  if (!answers || answers.in_time + answers.late === 0) return undefined;
  const { by_time: data } = answers;
  return {
    description: t`First answers to tickets: in time and late`,
    labelName: unit,
    labels: data.map((bucket) => labelOf(bucket.period)),
    series: [
      {
        name: t`In time`,
        values: data.map((bucket) => bucket.in_time),
        palette: 'brand' as const,
        total: formatCount(answers.in_time),
      },
      {
        name: t`Late`,
        values: data.map((bucket) => bucket.late),
        palette: 'blue' as const,
        total: formatCount(answers.late),
      },
    ],
    format: formatCount,
    tick: formatCount,
  };
}

const NoAnswers = () => (
  <Muted py="10" textAlign="center" textStyle="sm">
    <Trans>No ticket of this period has been answered or is late.</Trans>
  </Muted>
);
