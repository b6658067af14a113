import { i18n, type Messages } from '@lingui/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dirOf, tagOf } from '../../text/locales.ts';
import type { ChartData } from '../../ui/chart-options.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonCards } from '../../ui/skeleton-cards.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { StackedChart } from '../../ui/stacked-chart.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { ControlPieces } from './control-pieces.tsx';
import { DialogPieces } from './dialog-pieces.tsx';
import { ListPieces } from './list-pieces.tsx';
import { TokenPieces } from './token-pieces.tsx';

const frames = [
  { theme: 'light', lang: 'en' },
  { theme: 'light', lang: 'ar' },
  { theme: 'dark', lang: 'en' },
  { theme: 'dark', lang: 'ar' },
] as const;

const widths = ['100%', '360px', '768px', '1280px'];

/**
 * All pieces of `ui/` and of lists, in both themes and both directions, for developers: `npm run dev`, then /dev/ui. Each
 * frame is an iframe, so that media queries apply to its own width.
 */
export function UiScreen() {
  const search: { lang?: string; theme?: string } = useSearch({ strict: false });
  return search.lang ? <Frame lang={search.lang} theme={search.theme ?? 'light'} /> : <Frames />;
}

function Frames() {
  const [width, setWidth] = useState(widths[0]);
  return (
    <Box p="3">
      <Box w="48" mb="3">
        <SelectField
          label="Width of each frame"
          choices={widths.map((value) => ({ value, label: value }))}
          value={width ?? ''}
          onChange={setWidth}
        />
      </Box>
      <Box
        display="grid"
        gap="3"
        overflowX="auto"
        css={{ gridTemplateColumns: width === '100%' ? '1fr 1fr' : `repeat(4, ${width})` }}
      >
        {frames.map(({ theme, lang }) => (
          <iframe
            key={`${theme} ${lang}`}
            title={`${theme}, ${lang}`}
            src={`?theme=${theme}&lang=${lang}`}
            style={{ width: '100%', height: '90vh', border: '1px solid' }}
          />
        ))}
      </Box>
    </Box>
  );
}

function Frame({ lang, theme }: { lang: string; theme: string }) {
  const isReady = useFrameLook(lang, theme);
  if (!isReady) return null;
  return (
    <Main>
      <TokenPieces />
      <ControlPieces />
      <FigurePieces />
      <ListPieces />
      <DialogPieces />
    </Main>
  );
}

const Main = chakra('main', { base: { display: 'flex', flexDirection: 'column', gap: '6', p: '4', pb: '24' } });

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
function FigurePieces() {
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

interface Texts {
  messages: Messages;
}

/** Gives this page a language and a theme without storing them; returns whether both are set. */
function useFrameLook(locale: string, theme: string): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    root.classList.toggle('dark', theme === 'dark');
    root.classList.toggle('light', theme !== 'dark');
    root.lang = locale;
    root.dir = dirOf(locale);
    const load = async () => {
      const [texts, adminTexts] = await Promise.all([
        import(`../../../../locale/${locale}.po`) as Promise<Texts>,
        import(`../../../../locale/admin/${locale}.po`) as Promise<Texts>,
        locale === 'ar' ? import('../../text/arabic.css') : null,
      ]);
      i18n.loadAndActivate({ locale, locales: tagOf(locale), messages: { ...texts.messages, ...adminTexts.messages } });
      setReady(true);
    };
    void load();
  }, [locale, theme]);
  return isReady;
}
