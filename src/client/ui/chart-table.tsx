import type { ChartData } from './chart-options.ts';
import { chakra } from './theme/styled.tsx';

/** The figures of a chart as a table that scrolls in itself. */
export function ChartTable({ description, labelName, labels, series, format }: ChartData) {
  return (
    <chakra.div maxH="72" overflowY="auto" tabIndex={0} role="region" aria-label={description}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{labelName}</th>
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
                  <bdi>{textOf(values[index], format)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </chakra.div>
  );
}

const textOf = (value: number | null | undefined, format: (value: number) => string): string =>
  typeof value === 'number' ? format(value) : '—';

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
