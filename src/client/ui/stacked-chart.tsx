import { Trans, useLingui } from '@lingui/react/macro';
import { numberFormat } from '../text/formats.ts';
import { tagOf } from '../text/locales.ts';
import { useFormatCount } from '../text/money.ts';
import { Box, chakra } from './theme/styled.tsx';

interface Props {
  /** The name of the table for screen readers. */
  label: string;
  /** The heading of the parts in the table. */
  labelName: string;
  parts: readonly StackedPart[];
}

export interface StackedPart {
  label: string;
  count: number;
  /** A palette of the theme. */
  palette: string;
}

/** The parts of a whole as one bar; its legend is a table with their counts and shares. */
export function StackedChart({ label, labelName, parts }: Props) {
  const formatCount = useFormatCount();
  const shareOf = useShares(parts);
  return (
    <>
      <Box display="flex" gap="0.5" h="3" mb="3" borderRadius="full" overflow="hidden" bg="bg.muted" aria-hidden="true">
        {parts.map(({ label: name, count, palette }) =>
          count > 0 ? (
            <Box key={name} colorPalette={palette} bg="colorPalette.dot" flex={`${count} 1 0`} minW="1" />
          ) : null,
        )}
      </Box>
      <Table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{labelName}</th>
            <th scope="col">
              <Trans>Number</Trans>
            </th>
            <th scope="col">
              <Trans>Share</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ label: name, count, palette }) => (
            <tr key={name}>
              <th scope="row">
                <Dot colorPalette={palette} aria-hidden="true" />
                {name}
              </th>
              <td className="numbers">{formatCount(count)}</td>
              <td className="numbers">{shareOf(count)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** Returns a function that writes the share of a count in all parts. */
export function useShares(parts: readonly StackedPart[]): (count: number) => string {
  const { i18n } = useLingui();
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const share = numberFormat(tagOf(i18n.locale), { style: 'percent', maximumFractionDigits: 0 });
  return (count) => (total > 0 ? share.format(count / total) : '—');
}

const Dot = chakra('span', {
  base: { display: 'inline-block', boxSize: '2.5', me: '2', borderRadius: 'xs', bg: 'colorPalette.dot' },
});

const Table = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'sm',
    '& th, & td': { py: '1.5', fontWeight: 'normal', textAlign: 'end' },
    '& tbody tr': { borderTopWidth: '1px', borderColor: 'border.muted' },
    '& th:first-of-type': { textAlign: 'start', whiteSpace: { sm: 'nowrap' } },
    // Large text on a phone.
    '& th': { overflowWrap: 'anywhere' },
    '& thead th': { color: 'fg.muted', textStyle: 'xs' },
    '& td:last-of-type': { color: 'fg.muted', w: { sm: '16' } },
  },
});
