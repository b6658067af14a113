import { useLingui } from '@lingui/react/macro';
import type { DashboardFigures } from '../../local/meta.ts';
import { useMoney } from '../../text/money.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { sumOfAmounts, useBuckets } from './buckets.ts';
import { NotLoaded } from './skeleton-rows.tsx';
import { earlierNames, type PanelProps } from './periods.ts';

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
  const { t, i18n } = useLingui();
  const { format, short, currency } = useMoney();
  const { labelOf, unit } = useBuckets(period);
  if (!figures) return undefined;
  const { data, before } = figures.money;
  const earlier = earlierNames[period];
  const amountsBefore = (before ?? []).slice(0, data.length);
  const earlierOf = (name: string, values: number[], palette: 'brand' | 'blue') =>
    earlier && values.length > 0 ? [{ name: `${name} · ${i18n._(earlier)}`, values, palette, isEarlier: true }] : [];
  const profits = data.map(({ profit }) => profit);
  const additions = data.map(({ balance_added: added }) => added);
  return {
    description: t`Profit and added balance in ${currency}`,
    labelName: unit,
    unit: currency,
    labels: data.map((bucket) => labelOf(bucket.period)),
    series: [
      { name: t`Profit`, values: profits, palette: 'brand' as const, total: format(sumOfAmounts(profits)) },
      { name: t`Added balance`, values: additions, palette: 'blue' as const, total: format(sumOfAmounts(additions)) },
      ...earlierOf(
        t`Profit`,
        amountsBefore.map(({ profit }) => profit),
        'brand',
      ),
      ...earlierOf(
        t`Added balance`,
        amountsBefore.map(({ balance_added: added }) => added),
        'blue',
      ),
    ],
    format,
    tick: short,
  };
}
