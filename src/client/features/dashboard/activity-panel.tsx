import { Trans, useLingui } from '@lingui/react/macro';
import { activityDays } from '../../../contract/dashboard.ts';
import { dateFormat, numberFormat } from '../../text/formats.ts';
import { tagOf } from '../../text/locales.ts';
import { useFormatCount } from '../../text/money.ts';
import { ChartDownload, loadSaving } from '../../ui/chart-download.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import type { PanelProps } from './periods.ts';
import { NotLoaded } from './skeleton-rows.tsx';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';

type Counts = readonly (readonly number[])[];

/** When customers order: the shop's orders by weekday and hour of its time zone, darker where there are more (S2P-03). */
export function ActivityPanel({ figures, isPending }: Omit<PanelProps, 'period'>) {
  const { t } = useLingui();
  const counts = figures?.stats.orders_by_hour;
  const title = t`Orders by weekday and hour`;
  return (
    <Panel title={title} aria-busy={isPending} aside={counts ? <Download title={title} counts={counts} /> : null}>
      <Muted textStyle="xs" mb="3">
        <Trans>The orders of the last {activityDays} days, in the time zone of the shop.</Trans>
      </Muted>
      {counts ? <HeatTable title={title} counts={counts} /> : null}
      {!counts && isPending ? <SkeletonBlock h="64" w="full" /> : null}
      {!counts && !isPending ? <NotLoaded /> : null}
    </Panel>
  );
}

function Download({ title, counts }: { title: string; counts: Counts }) {
  const { t } = useLingui();
  const { weekdays, hours } = useHeads();
  const formatCount = useFormatCount();
  const most = mostOf(counts);
  const savePng = async () => {
    const { saveGridAsPng } = await loadSaving();
    const cells = counts.map((row) =>
      row.map((count) => ({ text: count > 0 ? formatCount(count) : '·', shade: count / most })),
    );
    await saveGridAsPng('orders-by-hour', { title, rows: weekdays, columns: hours, cells });
  };
  const saveCsv = async () => {
    const { saveChartAsCsv } = await loadSaving();
    const series = hours.map((name, hour) => ({ name, values: counts.map((row) => row[hour] ?? 0) }));
    saveChartAsCsv('orders-by-hour', { labelName: t`Day`, labels: weekdays, series });
  };
  return (
    <Box my="-2" me="-2">
      <ChartDownload title={title} onPng={() => void savePng()} onCsv={() => void saveCsv()} />
    </Box>
  );
}

function HeatTable({ title, counts }: { title: string; counts: Counts }) {
  const formatCount = useFormatCount();
  const { weekdays, hours } = useHeads();
  const most = mostOf(counts);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it where the table is wider
    <Box {...scrolled} role="group" aria-label={title} tabIndex={0} focusVisibleRing="outside" borderRadius="sm">
      <Table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="numbers">
                <bdi>{hour}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map((row, day) => (
            <tr key={weekdays[day]}>
              <th scope="row">{weekdays[day]}</th>
              {row.map((count, hour) => (
                <td key={hours[hour]} className="numbers" style={{ background: shadeOf(count / most) }}>
                  {count > 0 ? formatCount(count) : <Zero />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}

/** `relative`, because the texts for screen readers, which are placed absolutely, would make the page wider. */
const scrolled = { overflowX: 'auto', position: 'relative' } as const;

/** A point for the eyes, and the number for screen readers. */
const Zero = () => (
  <>
    <chakra.span color="fg.subtle" aria-hidden="true">
      ·
    </chakra.span>
    <chakra.span srOnly>0</chakra.span>
  </>
);

/** Returns the weekdays, from Monday, and the hours of a day as the heads of rows and columns. */
function useHeads(): { weekdays: string[]; hours: string[] } {
  const { i18n } = useLingui();
  const weekday = dateFormat(tagOf(i18n.locale), { weekday: 'short', timeZone: 'UTC' });
  const hour = numberFormat(tagOf(i18n.locale), { minimumIntegerDigits: 2 });
  return {
    // 1 January 2024 was a Monday.
    weekdays: Array.from({ length: 7 }, (_, day) => weekday.format(Date.UTC(2024, 0, 1 + day))),
    hours: Array.from({ length: 24 }, (_, at) => hour.format(at)),
  };
}

const mostOf = (counts: Counts): number => Math.max(1, ...counts.flat());

/** Returns a tint of the brand colour on which the text stays readable; `part` goes from 0 to 1. */
const shadeOf = (part: number): string =>
  `color-mix(in srgb, var(--c-colors-brand-dot) ${Math.round(part * 50)}%, var(--c-colors-bg-subtle))`;

const Table = chakra('table', {
  base: {
    w: 'full',
    minW: '50rem',
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: '2px',
    textStyle: 'xs',
    '& th': { fontWeight: 'normal', color: 'fg.muted', whiteSpace: 'nowrap' },
    '& thead th': { textStyle: '2xs', pb: '1' },
    '& th:first-of-type': { textAlign: 'start', w: '3.25rem', position: 'sticky', insetStart: '0', bg: 'bg.panel' },
    '& tbody td': { h: '8', borderRadius: 'xs', textAlign: 'center' },
  },
});
