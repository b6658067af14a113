import { useLingui } from '@lingui/react';
import { BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { Bar } from 'react-chartjs-2';
import { dirOf } from '../text/locales.ts';
import { optionsFor, usePaint } from './chart-options.ts';
import type { ChartData } from './chart-panel.tsx';

Chart.register(BarElement, CategoryScale, LinearScale, Tooltip);

/** Bars side by side for each label, in the colours of the theme; in Arabic the time runs from right to left. */
export function BarChart({ labels, series, description, format, tick }: ChartData) {
  const { i18n } = useLingui();
  const paint = usePaint();
  const data = {
    labels: [...labels],
    datasets: series.map(({ name, values, palette }) => ({
      label: name,
      data: [...values],
      backgroundColor: paint(`${palette}-dot`),
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
      options={optionsFor({ format, tick, isMirrored, beginAtZero: true }, paint)}
    />
  );
}
