import { useLingui } from '@lingui/react/macro';
import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ChartDownload, loadSaving } from './chart-download.tsx';
import type { ChartData, ChartSeries } from './chart-options.ts';
import { ChartTable } from './chart-table.tsx';
import { IconButton } from './icon-button.tsx';
import { lazyPart } from './lazy-part.tsx';
import { Panel } from './panel.tsx';
import { SkeletonBlock } from './skeleton-lines.tsx';
import { useNearScreen } from './use-near-screen.ts';
import { Box, chakra, Wrap } from './theme/styled.tsx';

const placeholder = <SkeletonBlock h="full" w="full" />;
const BarChart = lazyPart(async () => (await import('./bar-chart.tsx')).BarChart, placeholder);
const AreaChart = lazyPart(async () => (await import('./area-chart.tsx')).AreaChart, placeholder);

interface Props {
  title: string;
  kind: 'bars' | 'area';
  /** `undefined` until the data is known. */
  data: ChartData | undefined;
  /** The name of downloaded files, without their ending. */
  fileName: string;
  /** Fills the height of a list beside it on wide screens. */
  isTall?: boolean;
  /** Shown instead of the chart when the data cannot be loaded. */
  missing?: ReactNode;
}

/** A chart, loaded and drawn when it is near the screen; the same figures are also a table, and can be saved as PNG and CSV. */
export function ChartPanel({ title, kind, data, fileName, isTall = false, missing }: Props) {
  const [isTable, setIsTable] = useState(false);
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const isNear = useNearScreen(frame);
  const savePng = async () => {
    const canvas = frame?.querySelector('canvas');
    if (!canvas || !data) return;
    const { saveChartAsPng } = await loadSaving();
    await saveChartAsPng(fileName, canvas, { title, series: data.series });
  };
  const saveCsv = async () => {
    if (!data) return;
    const { saveChartAsCsv } = await loadSaving();
    saveChartAsCsv(fileName, data);
  };
  const tools = (
    <Tools
      title={title}
      isTable={isTable}
      onToggle={() => setIsTable(!isTable)}
      onPng={() => void savePng()}
      onCsv={() => void saveCsv()}
    />
  );
  return (
    <Panel title={title} aside={data ? tools : null} css={fullHeight}>
      {!data && missing ? (
        missing
      ) : (
        <>
          <Legend series={data?.series} />
          <Box
            ref={setFrame}
            position="relative"
            flex="1"
            {...(isTable ? {} : { minH: isTall ? tallHeight : chartHeight, css: drawingStyles })}
            aria-busy={!data}
          >
            <Content kind={kind} data={data} isTable={isTable} isNear={isNear} />
          </Box>
        </>
      )}
    </Panel>
  );
}

function Content({
  kind,
  data,
  isTable,
  isNear,
}: Pick<Props, 'kind' | 'data'> & { isTable: boolean; isNear: boolean }) {
  const Chart = kind === 'bars' ? BarChart : AreaChart;
  if (!data) return placeholder;
  if (isTable) return <ChartTable {...data} />;
  return isNear ? <Chart {...data} /> : <div data-waits-for-screen="" />;
}

/** As high as the panel beside it. */
const fullHeight = {
  display: 'flex',
  flexDirection: 'column',
  '& > div:last-of-type': { flex: '1', display: 'flex', flexDirection: 'column' },
} as const;
/** The canvas, which has a height of its own, does not keep its frame from becoming lower. */
const drawingStyles = { '& > *': { position: 'absolute', inset: '0' } } as const;

const chartHeight = { base: '40', md: '52' };
const tallHeight = { ...chartHeight, xl: '64' };

interface ToolsProps {
  title: string;
  isTable: boolean;
  onToggle: () => void;
  onPng: () => void;
  onCsv: () => void;
}

function Tools({ title, isTable, onToggle, onPng, onCsv }: ToolsProps) {
  const { t } = useLingui();
  return (
    <Box display="flex" gap="1" my="-2" me="-2">
      <IconButton
        size="sm"
        label={isTable ? t`Show “${title}” as a chart` : t`Show “${title}” as a table`}
        onClick={onToggle}
      >
        {isTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
      </IconButton>
      <ChartDownload title={title} onPng={isTable ? undefined : onPng} onCsv={onCsv} />
    </Box>
  );
}

const earlierOpacity = 0.3;

function Legend({ series }: { series: readonly ChartSeries[] | undefined }) {
  return (
    <Wrap columnGap="5" rowGap="1" mb="3" minH="5" textStyle="xs" color="fg.muted">
      {series?.map(({ name, palette, total, isEarlier }) => (
        <chakra.span key={name} display="inline-flex" alignItems="center" gap="2" colorPalette={palette}>
          <Box
            as="span"
            boxSize="2.5"
            borderRadius="xs"
            bg="colorPalette.dot"
            opacity={isEarlier ? earlierOpacity : 1}
            aria-hidden="true"
          />
          {name}
          {total === undefined ? null : (
            <chakra.bdi className="numbers" color="fg" fontWeight="semibold">
              {total}
            </chakra.bdi>
          )}
        </chakra.span>
      ))}
    </Wrap>
  );
}
