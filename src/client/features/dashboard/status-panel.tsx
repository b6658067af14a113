import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { DashboardFigures } from '../../local/meta.ts';
import { useFormatCount } from '../../text/money.ts';
import { useStatuses, type StatusLook } from '../../text/statuses.ts';
import { ChartDownload, loadSaving } from '../../ui/chart-download.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { StackedChart, useShares, type StackedPart } from '../../ui/stacked-chart.tsx';
import { paletteOf } from '../../ui/status-badge.tsx';
import { NotLoaded } from './skeleton-rows.tsx';
import type { PanelProps } from './periods.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { Box, HStack } from '../../ui/theme/styled.tsx';

type Subject = 'orders' | 'tickets';

/** How many orders, or tickets, of a period have each status (S2D-06). */
export function StatusPanel({ period, figures, isPending }: PanelProps) {
  const { t } = useLingui();
  const [subject, setSubject] = useState<Subject>('orders');
  const parts = useParts(figures, subject);
  const title = subject === 'orders' ? t`Orders by status` : t`Tickets by status`;
  const fileName = `${subject}-by-status-${period}`;
  const formatCount = useFormatCount();
  const shareOf = useShares(parts);
  const savePng = async () => {
    const { saveStackAsPng } = await loadSaving();
    const texts = parts.map((part) => ({ ...part, text: `${formatCount(part.count)} · ${shareOf(part.count)}` }));
    await saveStackAsPng(fileName, { title, parts: texts });
  };
  const saveCsv = async () => {
    const { saveChartAsCsv } = await loadSaving();
    saveChartAsCsv(fileName, {
      labelName: t`Status`,
      labels: parts.map(({ label }) => label),
      series: [{ name: t`Number`, values: parts.map(({ count }) => count) }],
    });
  };
  return (
    <Panel
      title={<Trans>By status</Trans>}
      aside={
        <HStack gap="1" my="-2" me="-2">
          <SegmentedChoice
            label={t`By status`}
            choices={[
              { value: 'orders', label: <Trans>Orders</Trans> },
              { value: 'tickets', label: <Trans>Tickets</Trans> },
            ]}
            value={subject}
            onChange={setSubject}
          />
          {/* Hidden until there is something to save; it keeps its place, so that nothing moves. */}
          <Box visibility={figures ? 'visible' : 'hidden'}>
            <ChartDownload title={title} onPng={() => void savePng()} onCsv={() => void saveCsv()} />
          </Box>
        </HStack>
      }
    >
      <Box pt="2" aria-busy={isPending}>
        {figures ? <StackedChart label={title} labelName={t`Status`} parts={parts} /> : null}
        {!figures && isPending ? <SkeletonLines lines={7} /> : null}
        {!figures && !isPending ? <NotLoaded /> : null}
      </Box>
    </Panel>
  );
}

/** The statuses in the words of the dashboard; those with the same word count together, such as new and open tickets. */
function useParts(figures: DashboardFigures | undefined, subject: Subject): StackedPart[] {
  const statuses = useStatuses();
  const lookOf = (status: string): StatusLook =>
    subject === 'orders' ? statuses.order(status, 'admin') : statuses.ticket(status, 'dashboard');
  const parts = new Map<string, StackedPart>();
  for (const { status, count } of figures?.spread[subject] ?? []) {
    const { label, tone } = lookOf(status);
    parts.set(label, { label, palette: paletteOf(tone), count: (parts.get(label)?.count ?? 0) + count });
  }
  return [...parts.values()];
}
