import { createPaint, type ChartData, type ChartSeries } from './chart-options.ts';
import { saveCsv, saveFile } from './save-file.ts';

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
  words: { title: string } & Pick<ChartData, 'series'>,
): Promise<void> {
  const scale = chart.width / (chart.clientWidth || chart.width);
  const picture = document.createElement('canvas');
  picture.width = chart.width + 2 * margin * scale;
  picture.height = chart.height + (headHeight + 2 * margin) * scale;
  const brush = picture.getContext('2d');
  if (!brush) return;
  brush.fillStyle = createPaint()('bg-panel');
  brush.fillRect(0, 0, picture.width, picture.height);
  brush.drawImage(chart, margin * scale, (headHeight + margin) * scale);
  brush.scale(scale, scale);
  drawWords(brush, words, picture.width / scale);
  const png = await new Promise<Blob | null>((done) => picture.toBlob(done, 'image/png'));
  if (png) saveFile(`${name}.png`, png);
}

/** Draws the title and the names of the series, from right to left in Arabic. */
function drawWords(
  brush: CanvasRenderingContext2D,
  { title, series }: { title: string } & Pick<ChartData, 'series'>,
  width: number,
): void {
  const paint = createPaint();
  const isMirrored = document.documentElement.dir === 'rtl';
  const { fontFamily } = getComputedStyle(document.body);
  /** Returns the place at a distance from the edge at which a line begins. */
  const place = (distance: number) => (isMirrored ? width - distance : distance);
  brush.direction = isMirrored ? 'rtl' : 'ltr';
  brush.textAlign = 'start';
  brush.fillStyle = paint('fg');
  brush.font = `600 15px ${fontFamily}`;
  brush.fillText(title, place(margin), margin + 14);
  brush.font = `12px ${fontFamily}`;
  let start = margin;
  for (const { name, palette } of series) {
    brush.fillStyle = paint(`${palette}-dot`);
    brush.fillRect(isMirrored ? place(start) - 10 : place(start), margin + 31, 10, 10);
    brush.fillStyle = paint('fg-muted');
    brush.fillText(name, place(start + 16), margin + 41);
    start += 36 + brush.measureText(name).width;
  }
}
