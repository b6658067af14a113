import { Trans, useLingui } from '@lingui/react/macro';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useDates } from '../../text/dates.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { countByDay } from './count-by-day.ts';

/** Number of days in the chart. */
const shown = 14;

/** Orders and tickets of the last two weeks, counted on this device. */
export function ActivityPanel() {
  const { t } = useLingui();
  const { day } = useDates();
  const days = useLiveQuery(() => countByDay(currentDatabase(), shown), []);
  const data = days && {
    description: t`Orders and tickets of the last ${shown} days, by day`,
    labels: days.map(({ at }) => day(at)),
    series: [
      { name: t`Orders`, values: days.map(({ orders }) => orders), palette: 'brand' as const },
      { name: t`Tickets`, values: days.map(({ tickets }) => tickets), palette: 'amber' as const },
    ],
  };
  return <ChartPanel title={<Trans>The last two weeks</Trans>} data={data} />;
}
