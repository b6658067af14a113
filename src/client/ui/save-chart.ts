import { createPaint, type ChartData, type ChartSeries } from './chart-options.ts';
import { saveCsv, saveFile } from './save-file.ts';
import type { StackedPart } from './stacked-chart.tsx';

/** Saves the figures of a chart as CSV, one row for each label; the heads of the columns have the unit. */
export function saveChartAsCsv(
  name: string,
  {
    labelName,
    labels,
    series,
    unit,
  }: { series: readonly Pick<ChartSeries, 'name' | 'values'>[] } & Pick<ChartData, 'labelName' | 'labels' | 'unit'>,
): void {
  const head = [labelName, ...series.map((one) => (unit ? `${one.name} (${unit})` : one.name))];
  const rows = labels.map((label, index) => [label, ...series.map(({ values }) => values[index] ?? null)]);
  saveCsv(name, [head, ...rows]);
}

const margin = 16;
const headHeight = 52;

/** Saves a drawn chart as PNG, on the ground of the theme, with its title and the names of its series. */
export async function saveChartAsPng(
  name: string,
  chart: HTMLCanvasElement,
  { title, series }: { title: string } & Pick<ChartData, 'series'>,
): Promise<void> {
  const scale = chart.width / (chart.clientWidth || chart.width);
  const size = { width: chart.width / scale, height: chart.height / scale + headHeight };
  await savePicture(name, { title, scale, ...size }, (brush) => {
    brush.context.drawImage(chart, margin, headHeight + margin, size.width, chart.height / scale);
    let start = margin;
    for (const one of series) {
      brush.rect(`${one.palette}-dot`, [start, margin + 31, 10, 10], one.isEarlier ? earlierOpacity : 1);
      start += 36 + brush.text(one.name, [start + 16, margin + 41], { token: 'fg-muted' });
    }
  });
}

/** As in the legend on the screen. */
const earlierOpacity = 0.3;

/** Pixels for each px of a picture that has no drawing on the screen. */
const sharpness = 2;

/** Saves the parts of a whole as PNG: one bar, and under it each part with its count. */
export function saveStackAsPng(
  name: string,
  { title, parts }: { title: string; parts: readonly (StackedPart & { text: string })[] },
): Promise<void> {
  const [width, line, bar] = [480, 26, 12];
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const size = { width, height: 44 + bar + parts.length * line };
  return savePicture(name, { title, scale: sharpness, ...size }, (brush) => {
    let start = margin;
    brush.rect('bg-muted', [margin, 52, width, bar]);
    for (const [index, { label, count, palette, text }] of parts.entries()) {
      const part = total > 0 ? (count / total) * width : 0;
      brush.rect(`${palette}-dot`, [start, 52, part, bar]);
      start += part;
      const y = 52 + bar + 16 + index * line;
      brush.rect(`${palette}-dot`, [margin, y, 10, 10]);
      brush.text(label, [margin + 20, y + 10]);
      brush.text(text, [margin + width, y + 10], { token: 'fg-muted', align: 'end' });
    }
  });
}

export interface Grid {
  rows: readonly string[];
  columns: readonly string[];
  /** The text and the shade, from 0 to 1, of each cell by row and column. */
  cells: readonly (readonly { text: string; shade: number }[])[];
}

/** Saves a table with shaded cells as PNG. */
export function saveGridAsPng(name: string, { title, rows, columns, cells }: { title: string } & Grid): Promise<void> {
  const [first, cell, line] = [64, 40, 30];
  const size = { width: first + columns.length * cell, height: 56 + rows.length * line };
  return savePicture(name, { title, scale: sharpness, ...size }, (brush) => {
    const middle = (column: number) => margin + first + column * cell + cell / 2;
    for (const [index, column] of columns.entries())
      brush.text(column, [middle(index), 64], { token: 'fg-muted', align: 'center' });
    for (const [index, row] of rows.entries()) {
      const y = 72 + index * line;
      brush.text(row, [margin, y + 19], { token: 'fg-muted' });
      for (const [column, { text, shade }] of cells[index]!.entries()) {
        const place = [margin + first + column * cell, y, cell - 2, line - 2] as const;
        brush.rect('bg-subtle', place);
        brush.rect('brand-dot', place, shade / 2);
        brush.text(text, [middle(column), y + 18], { align: 'center' });
      }
    }
  });
}

interface PictureOptions {
  title: string;
  /** Pixels for each px. */
  scale: number;
  /** Px of the content, without the margin. */
  width: number;
  height: number;
}

/** Saves what `draw` draws on the ground of the theme, under its title. */
async function savePicture(
  name: string,
  { title, scale, width, height }: PictureOptions,
  draw: (brush: Brush) => void,
): Promise<void> {
  const picture = document.createElement('canvas');
  picture.width = (width + 2 * margin) * scale;
  picture.height = (height + 2 * margin) * scale;
  const context = picture.getContext('2d');
  if (!context) return;
  context.scale(scale, scale);
  const brush = createBrush(context, width + 2 * margin);
  brush.rect('bg-panel', [0, 0, width + 2 * margin, height + 2 * margin]);
  brush.text(title, [margin, margin + 14], { font: '600 15px' });
  draw(brush);
  const png = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (png) saveFile(`${name}.png`, png);
}

/** Draws with the colours of the theme; places count from the edge at which a line begins, in Arabic the right one. */
interface Brush {
  context: CanvasRenderingContext2D;
  rect: (
    token: string,
    place: readonly [start: number, top: number, width: number, height: number],
    opacity?: number,
  ) => void;
  /** Returns the width of the text. */
  text: (
    words: string,
    place: readonly [start: number, bottom: number],
    options?: { token?: string; font?: string; align?: 'start' | 'center' | 'end' },
  ) => number;
}

function createBrush(context: CanvasRenderingContext2D, width: number): Brush {
  const paint = createPaint();
  const isMirrored = document.documentElement.dir === 'rtl';
  const { fontFamily } = getComputedStyle(document.body);
  context.direction = isMirrored ? 'rtl' : 'ltr';
  return {
    context,
    rect(token, [start, top, across, down], opacity = 1) {
      context.globalAlpha = opacity;
      context.fillStyle = paint(token);
      context.fillRect(isMirrored ? width - start - across : start, top, across, down);
      context.globalAlpha = 1;
    },
    text(words, [start, bottom], { token = 'fg', font = '12px', align = 'start' } = {}) {
      context.fillStyle = paint(token);
      context.font = `${font} ${fontFamily}`;
      context.textAlign = align;
      context.fillText(words, isMirrored ? width - start : start, bottom);
      return context.measureText(words).width;
    },
  };
}
