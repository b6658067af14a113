import { useLingui } from '@lingui/react/macro';
import type { DashboardFigures } from '../../local/meta.ts';
import { useMoney } from '../../text/money.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { useBuckets } from './buckets.ts';
import { sumOfEuros } from './cumulate.ts';
import { NotLoaded } from './list-row.tsx';
import type { PanelProps } from './periods.ts';

/** Profit and added balance of a period as bars (S2D-05). */
export function MoneyPanel({ period, figures, isPending }: PanelProps) {
  const { t } = useLingui();
  const data = useMoneyChart(period, figures);
  return (
    <ChartPanel
      title={t`Profit and added balance`}
      kind="bars"
      data={data}
      fileName={`profit-${period}`}
      missing={isPending ? undefined : <NotLoaded />}
    />
  );
}

function useMoneyChart(period: PanelProps['period'], figures: DashboardFigures | undefined) {
  const { t } = useLingui();
  const { format, short } = useMoney();
  const { labelOf, unit } = useBuckets(period);
  if (!figures) return undefined;
  const { data } = figures.money;
  const profits = data.map(({ profit }) => profit);
  const additions = data.map(({ balance_added: added }) => added);
  return {
    description: t`Profit and added balance in euros`,
    labelName: unit,
    labels: data.map((bucket) => labelOf(bucket.period)),
    series: [
      { name: t`Profit`, values: profits, palette: 'brand' as const, total: format(sumOfEuros(profits)) },
      { name: t`Added balance`, values: additions, palette: 'blue' as const, total: format(sumOfEuros(additions)) },
    ],
    format,
    tick: short,
  };
}
