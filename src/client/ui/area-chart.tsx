import { useLingui } from '@lingui/react';
import { CategoryScale, Chart, Filler, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js';
import { Line } from 'react-chartjs-2';
import { dirOf } from '../text/locales.ts';
import { optionsFor, pale, usePaint, type ChartData } from './chart-options.ts';

Chart.register(CategoryScale, Filler, LinearScale, LineElement, PointElement, Tooltip);

/** Lines with a filled area below, in the colours of the theme; in Arabic the time runs from right to left. */
export function AreaChart({ labels, series, description, format, tick }: ChartData) {
  const { i18n } = useLingui();
  const paint = usePaint();
  const data = {
    labels: [...labels],
    datasets: series.map(({ name, values, palette, isEarlier = false }) => ({
      label: name,
      data: [...values],
      borderColor: `${paint(`${palette}-dot`)}${isEarlier ? pale : ''}`,
      backgroundColor: `${paint(`${palette}-dot`)}26`,
      fill: isEarlier ? false : 'start',
      order: isEarlier ? 1 : 0,
      borderWidth: 2,
      // A line needs two points.
      pointRadius: values.filter((value) => value !== null).length > 1 ? 0 : 3,
      pointHoverRadius: 4,
      pointBackgroundColor: paint(`${palette}-dot`),
    })),
  };
  const isMirrored = dirOf(i18n.locale) === 'rtl';
  return (
    <Line
      role="img"
      aria-label={description}
      data={data}
      options={optionsFor({ format, tick, isMirrored, beginAtZero: false }, paint)}
    />
  );
}
