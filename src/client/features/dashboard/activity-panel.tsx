import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useIsNeverLoaded } from '../../sync/use-sync-status.ts';
import { serverNow } from '../../text/dates.ts';
import { tagOf } from '../../text/locales.ts';
import { useFormatCount } from '../../text/money.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { blockHours, countByHour, countedDays, firstCounted } from './count-by-hour.ts';
import { NotLoaded, useLoadedRows } from './skeleton-rows.tsx';
import { readOrderTimes } from './queries.ts';

/** When customers order: the orders of this device by weekday and hour, darker where there are more. */
export function ActivityPanel() {
  const times = useLoadedRows(useLiveQuery(() => readOrderTimes(currentDatabase(), firstCounted(serverNow())), []));
  return (
    <Panel title={<Trans>Orders by weekday and hour</Trans>} aria-busy={times === undefined}>
      <chakra.p textStyle="xs" color="fg.muted" mb="3">
        <Trans>The orders of the last {countedDays} days on this device, in its time zone.</Trans>
      </chakra.p>
      {times ? <Heat times={times} /> : <SkeletonBlock h="64" w="full" />}
    </Panel>
  );
}

function Heat({ times }: { times: readonly number[] }) {
  const isNeverLoaded = useIsNeverLoaded();
  return isNeverLoaded && times.length === 0 ? <NotLoaded /> : <HeatTable counts={countByHour(times)} />;
}

function HeatTable({ counts }: { counts: readonly (readonly number[])[] }) {
  const { t, i18n } = useLingui();
  const formatCount = useFormatCount();
  const most = Math.max(1, ...counts.flat());
  const weekday = new Intl.DateTimeFormat(tagOf(i18n.locale), { weekday: 'short', timeZone: 'UTC' });
  const hour = new Intl.NumberFormat(tagOf(i18n.locale));
  return (
    <Box overflowX="auto">
      <Table aria-label={t`Orders by weekday and hour`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            {counts[0]?.map((_, block) => (
              <th key={block} scope="col" className="numbers">
                <bdi>
                  {hour.format(block * blockHours)}
                  <chakra.span display={{ base: 'none', sm: 'inline' }}>
                    –{hour.format((block + 1) * blockHours)}
                  </chakra.span>
                </bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map((row, day) => (
            <tr key={day}>
              {/* 1 January 2024 was a Monday. */}
              <th scope="row">{weekday.format(Date.UTC(2024, 0, 1 + day))}</th>
              {row.map((count, block) => (
                <td key={block} className="numbers" style={{ background: shadeOf(count / most) }}>
                  {count > 0 ? formatCount(count) : <chakra.span color="fg.subtle">·</chakra.span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}

/** Returns a tint of the brand colour on which the text stays readable; `part` goes from 0 to 1. */
const shadeOf = (part: number): string =>
  `color-mix(in srgb, var(--c-colors-brand-dot) ${Math.round(part * 50)}%, var(--c-colors-bg-subtle))`;

const Table = chakra('table', {
  base: {
    w: 'full',
    minW: '17rem',
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: '2px',
    textStyle: 'xs',
    '& th': { fontWeight: 'normal', color: 'fg.muted', whiteSpace: 'nowrap' },
    '& thead th': { textStyle: '2xs', pb: '1' },
    '& th:first-of-type': { textAlign: 'start', w: { base: '3.25rem', sm: 'auto' } },
    '& tbody td': { h: '8', borderRadius: 'xs', textAlign: 'center' },
  },
});
