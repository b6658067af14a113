import type { ChartOptions, TooltipItem } from 'chart.js';
import { useEffect, useState } from 'react';

export interface ChartSeries {
  name: string;
  /** One for each label; null where there is none yet. */
  values: readonly (number | null)[];
  /** A palette of the theme. */
  palette: 'brand' | 'blue';
  /** A figure for the whole series, beside its name. */
  total?: string;
  /** An earlier period to compare with: pale, behind the others. */
  isEarlier?: boolean;
}

export interface ChartData {
  /** A description of the chart for screen readers. */
  description: string;
  /** The heading of the labels in the table, such as "Day". */
  labelName: string;
  labels: readonly string[];
  series: readonly ChartSeries[];
  /** The unit of all values in files, such as the code of a currency; missing for counts. */
  unit?: string;
  /** Writes a value in full. */
  format: (value: number) => string;
  /** Writes a value beside the axis. */
  tick: (value: number) => string;
}

/** Returns a colour of the theme by its token, such as `brand-dot`. */
type Paint = (token: string) => string;

/** Returns a function that reads the theme's colours: a canvas has no CSS variables. */
export const createPaint = (): Paint => (token) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--c-colors-${token}`).trim();

/** Returns a `Paint`, and a new one after a change of the theme, so that charts are drawn again. */
export function usePaint(): Paint {
  const [paint, setPaint] = useState<Paint>(createPaint);
  useEffect(() => {
    const watcher = new MutationObserver(() => setPaint(createPaint));
    watcher.observe(document.documentElement, { attributeFilter: ['class', 'style'] });
    return () => watcher.disconnect();
  }, []);
  return paint;
}

interface Shape extends Pick<ChartData, 'format' | 'tick'> {
  /** The time runs from right to left. */
  isMirrored: boolean;
  /** Bars begin at 0; a line may begin at a higher value. */
  beginAtZero: boolean;
  /** The bars of an earlier period have a hidden axis of their own. */
  hasEarlier?: boolean;
}

/** Px beside the last label, which would be cut in Arabic. */
const lastLabelSpace = 28;

/** The opacity of an earlier period, in hex. */
export const pale = '4d';

/**
 * Returns the options that all charts share: the page's font (a canvas cannot inherit it), few ticks, and a tooltip
 * with the values of all series.
 */
export function optionsFor(
  { format, tick, isMirrored, beginAtZero, hasEarlier = false }: Shape,
  paint: Paint,
): ChartOptions<'bar'> & ChartOptions<'line'> {
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  const ticks = { color: paint('fg-subtle'), font };
  return {
    maintainAspectRatio: false,
    locale: document.documentElement.lang,
    animation: false,
    layout: { padding: isMirrored ? { left: lastLabelSpace } : 0 },
    interaction: { mode: 'index', intersect: false },
    plugins: {
      // The panel shows the names of the series with their sums.
      legend: { display: false },
      tooltip: {
        rtl: isMirrored,
        textDirection: isMirrored ? 'rtl' : 'ltr',
        backgroundColor: paint('bg-raised'),
        borderColor: paint('border-button'),
        borderWidth: 1,
        titleColor: paint('fg'),
        bodyColor: paint('fg'),
        titleFont: { ...font, weight: 600 },
        bodyFont: font,
        boxWidth: 8,
        boxHeight: 8,
        boxPadding: 4,
        padding: 10,
        callbacks: {
          label: (item: TooltipItem<'bar' | 'line'>) => `${item.dataset.label}: ${format(item.parsed.y ?? 0)}`,
        },
      },
    },
    scales: {
      x: {
        reverse: isMirrored,
        grid: { display: false },
        border: { display: false },
        ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16 },
      },
      ...(hasEarlier && { earlier: { axis: 'x' as const, display: false, reverse: isMirrored } }),
      y: {
        position: isMirrored ? 'right' : 'left',
        beginAtZero,
        ...(beginAtZero ? {} : { grace: '10%' }),
        grid: { color: paint('border-muted') },
        border: { display: false },
        ticks: { ...ticks, precision: 0, maxTicksLimit: 5, callback: (value) => tick(Number(value)) },
      },
    },
  };
}
