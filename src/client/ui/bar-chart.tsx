import { Box } from '@chakra-ui/react/box';
import { useLingui } from '@lingui/react';
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import type { ChartOptions } from 'chart.js';
import { useEffect, useState } from 'react';
import { Bar } from 'react-chartjs-2';
import { dirOf } from '../text/locales.ts';
import type { ChartData } from './chart-panel.tsx';

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

/** Bars side by side for each label, in the colours of the theme; in Arabic the time runs from right to left. */
export function BarChart({ labels, series, description }: ChartData) {
  const { i18n } = useLingui();
  const paint = usePaint();
  const data = {
    labels: [...labels],
    datasets: series.map(({ name, values, palette }) => ({
      label: name,
      data: [...values],
      backgroundColor: paint(`${palette}-dot`),
      borderRadius: 4,
      maxBarThickness: 18,
    })),
  };
  return (
    <Box h="56" position="relative">
      <Bar role="img" aria-label={description} data={data} options={optionsFor(dirOf(i18n.locale) === 'rtl', paint)} />
    </Box>
  );
}

type Paint = (token: string) => string;

/**
 * Returns a function that reads the theme's colours; renders again when the theme changes. A canvas has no CSS
 * variables.
 */
function usePaint(): Paint {
  const [, setTheme] = useState('');
  useEffect(() => {
    const watcher = new MutationObserver(() => setTheme(document.documentElement.className));
    watcher.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => watcher.disconnect();
  }, []);
  return (token) => getComputedStyle(document.documentElement).getPropertyValue(`--c-colors-${token}`).trim();
}

function optionsFor(rtl: boolean, paint: Paint): ChartOptions<'bar'> {
  const text = { color: paint('fg-muted'), font: { family: 'inherit', size: 12 } };
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    maintainAspectRatio: false,
    animation: isMotionReduced ? false : { duration: 160 },
    interaction: { mode: 'index', intersect: false },
    plugins: {
      legend: {
        rtl,
        align: 'start',
        labels: { ...text, boxWidth: 10, boxHeight: 10, useBorderRadius: true, borderRadius: 3 },
      },
      tooltip: { rtl, textDirection: rtl ? 'rtl' : 'ltr' },
    },
    scales: {
      x: {
        reverse: rtl,
        grid: { display: false },
        border: { display: false },
        ticks: { ...text, maxRotation: 0, autoSkipPadding: 12 },
      },
      y: {
        position: rtl ? 'right' : 'left',
        beginAtZero: true,
        grid: { color: paint('border') },
        border: { display: false },
        ticks: { ...text, precision: 0, maxTicksLimit: 5 },
      },
    },
  };
}
