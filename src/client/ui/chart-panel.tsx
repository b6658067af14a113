import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';
import { SkeletonBlock } from './skeleton-lines.tsx';

const BarChart = lazy(() => import('./bar-chart.tsx').then((module) => ({ default: module.BarChart })));

export interface ChartData {
  /** A description of the chart for screen readers. */
  description: string;
  labels: readonly string[];
  /** `palette` is a palette of the theme. */
  series: readonly { name: string; values: readonly number[]; palette: 'brand' | 'amber' | 'blue' }[];
}

interface Props {
  title: ReactNode;
  /** `undefined` until the data is known. */
  data: ChartData | undefined;
}

/** A chart, loaded when it is shown, with a button that shows the same figures as a table. */
export function ChartPanel({ title, data }: Props) {
  const [asTable, setAsTable] = useState(false);
  const toggle = (
    <Button size="sm" variant="ghost" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
      {asTable ? <Trans>Show as chart</Trans> : <Trans>Show as table</Trans>}
    </Button>
  );
  return (
    <Panel title={title} aside={data ? toggle : null}>
      {data && asTable ? <FigureTable {...data} /> : null}
      {asTable ? null : (
        <Suspense fallback={<Placeholder />}>{data ? <BarChart {...data} /> : <Placeholder />}</Suspense>
      )}
    </Panel>
  );
}

const Placeholder = () => <SkeletonBlock h="56" w="full" />;

function FigureTable({ description, labels, series }: ChartData) {
  return (
    <chakra.div maxH="56" overflowY="auto" tabIndex={0} role="region" aria-label={description}>
      <Table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name} className="numbers">
                  {values[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </chakra.div>
  );
}

const Table = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'sm',
    '& th, & td': {
      py: '1.5',
      fontWeight: 'normal',
      textAlign: 'end',
      borderBottomWidth: '1px',
      borderColor: 'border.muted',
    },
    '& th:first-of-type': { textAlign: 'start' },
    '& thead th': { color: 'fg.muted', textStyle: 'xs' },
  },
});
