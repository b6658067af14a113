import type { ChartData } from '../../ui/chart-options.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonCards } from '../../ui/skeleton-cards.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { StackedChart } from '../../ui/stacked-chart.tsx';
import { Box } from '../../ui/theme/styled.tsx';

const values = [3, 5, 4, 8, 6, 9, 12];

const data: ChartData = {
  description: 'Orders of seven days',
  labelName: 'Day',
  labels: values.map((_, at) => `${at + 1} Nov`),
  series: [
    { name: 'Orders', values, palette: 'brand', total: '47' },
    { name: 'Tickets', values: values.map((value) => value / 2), palette: 'blue' },
  ],
  format: String,
  tick: String,
};

/** Charts, and the skeletons that stand for what is still loading. */
export function FigurePieces() {
  return (
    <>
      <Box display="grid" gap="4" gridTemplateColumns={{ md: '1fr 1fr' }}>
        <ChartPanel title="Bars" kind="bars" data={data} fileName="bars" />
        <ChartPanel title="Area" kind="area" data={data} fileName="area" />
        <ChartPanel title="Loading" kind="bars" data={undefined} fileName="loading" />
        <Panel title="Parts and a small line">
          <StackedChart
            label="Orders by status"
            labelName="Status"
            parts={[
              { label: 'Completed', count: 31, palette: 'green' },
              { label: 'Pending', count: 12, palette: 'amber' },
              { label: 'Canceled', count: 4, palette: 'red' },
            ]}
          />
          <Sparkline values={values} />
        </Panel>
      </Box>
      <Panel title="Skeletons">
        <SkeletonLines lines={3} />
        <Box mt="4">
          <SkeletonCards count={4} />
        </Box>
      </Panel>
    </>
  );
}
