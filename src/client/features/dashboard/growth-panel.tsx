import { useLingui } from '@lingui/react/macro';
import type { DashboardFigures } from '../../local/meta.ts';
import { useFormatCount } from '../../text/money.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { countBegun, useBuckets, usersBefore, usersUpTo } from './buckets.ts';
import { NotLoaded } from './skeleton-rows.tsx';
import { earlierNames, type PanelProps } from './periods.ts';

/** The number of users over a period, counted from all who joined before it (S2D-04). */
export function GrowthPanel({ period, figures, isPending }: PanelProps) {
  const { t } = useLingui();
  const data = useGrowthChart(period, figures);
  return (
    <ChartPanel
      title={t`User growth`}
      kind="area"
      isTall
      data={data}
      fileName={`users-${period}`}
      missing={isPending ? undefined : <NotLoaded />}
    />
  );
}

function useGrowthChart(period: PanelProps['period'], figures: DashboardFigures | undefined) {
  const { t, i18n } = useLingui();
  const formatCount = useFormatCount();
  const { labelOf, unit } = useBuckets(period);
  if (!figures) return undefined;
  const { growth } = figures;
  const earlier = earlierNames[period];
  const before = usersBefore(growth);
  const known = usersUpTo(growth, countBegun(growth.data));
  return {
    description: t`Number of users`,
    labelName: unit,
    labels: growth.data.map((bucket) => labelOf(bucket.period)),
    series: [
      {
        name: t`Users`,
        values: growth.data.map((_, index) => known[index] ?? null),
        palette: 'brand' as const,
        total: formatCount(known.at(-1) ?? growth.base),
      },
      ...(earlier && before.length > 0
        ? [{ name: i18n._(earlier), values: before, palette: 'brand' as const, isEarlier: true }]
        : []),
    ],
    format: formatCount,
    tick: formatCount,
  };
}
