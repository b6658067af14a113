import { useLingui } from '@lingui/react';
import { BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { Bar } from 'react-chartjs-2';
import { dirOf } from '../text/locales.ts';
import { optionsFor, pale, usePaint, type ChartData } from './chart-options.ts';

Chart.register(BarElement, CategoryScale, LinearScale, Tooltip);

/** Bars side by side for each label, in the colours of the theme; in Arabic the time runs from right to left. */
export function BarChart({ labels, series, description, format, tick }: ChartData) {
  const { i18n } = useLingui();
  const paint = usePaint();
  const data = {
    labels: [...labels],
    datasets: series.map(({ name, values, palette, isEarlier }) => ({
      label: name,
      data: [...values],
      backgroundColor: `${paint(`${palette}-dot`)}${isEarlier ? pale : ''}`,
      // On an axis of its own, a pale bar has the place of the bar that it is compared with.
      xAxisID: isEarlier ? 'earlier' : 'x',
      order: isEarlier ? 1 : 0,
      borderRadius: 3,
      categoryPercentage: 0.6,
      barPercentage: 0.9,
      maxBarThickness: 24,
    })),
  };
  const isMirrored = dirOf(i18n.locale) === 'rtl';
  return (
    <Bar
      role="img"
      aria-label={description}
      data={data}
      options={optionsFor(
        { format, tick, isMirrored, beginAtZero: true, hasEarlier: series.some(({ isEarlier }) => isEarlier) },
        paint,
      )}
    />
  );
}
