import { Fragment } from 'react';
import { statusesForDev } from './samples.ts';
import { CategoryBadges } from '../../ui/category-badges.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PendingMark } from '../../ui/pending-mark.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

const roles = ['display', 'figure', 'title', 'section', 'message', 'row', 'meta', 'label', 'field'];
const surfaces = ['bg.canvas', 'bg.panel', 'bg.raised', 'bg.sunken', 'bg.hover', 'bg.selected', 'bg.inverted'];
const palettes = ['brand', 'gray', 'green', 'amber', 'red', 'blue', 'violet'];
const shades = ['subtle', 'muted', 'emphasized', 'solid'];
const texts = ['fg', 'fg.muted', 'fg.subtle', 'brand.fg', 'fg.error', 'fg.warning', 'fg.success', 'fg.info'];
const lines = ['border.muted', 'border', 'border.button', 'border.control', 'border.error'];
const ages = [0, 5, 60 * 3, 60 * 27, 60 * 24 * 9, 60 * 24 * 400];

/** Colours, surfaces, lines, text styles, badges, marks, dates and amounts. */
export function TokenPieces() {
  return (
    <>
      <Panel title="Surfaces, lines, texts">
        <Swatches>
          {surfaces.map((token) => (
            <Swatch key={token} bg={token} color={token === 'bg.inverted' ? 'fg.inverted' : 'fg'}>
              {token}
            </Swatch>
          ))}
          {lines.map((token) => (
            <Swatch key={token} borderColor={token}>
              {token}
            </Swatch>
          ))}
          {texts.map((token) => (
            <Swatch key={token} color={token}>
              {token}
            </Swatch>
          ))}
        </Swatches>
      </Panel>
      <Panel title="Palettes">
        <Swatches>
          {palettes.map((palette) => (
            <Fragment key={palette}>
              {shades.map((shade) => (
                <Swatch
                  key={shade}
                  colorPalette={palette}
                  bg={`colorPalette.${shade}`}
                  color={shade === 'solid' ? 'colorPalette.contrast' : 'colorPalette.fg'}
                >
                  {palette}.{shade}
                </Swatch>
              ))}
            </Fragment>
          ))}
        </Swatches>
      </Panel>
      <Panel title="Text styles">
        {roles.map((role) => (
          <Box key={role} textStyle={role} mb="2">
            {role} · Netflix 1 month, اشتراك نتفليكس 0123456789
          </Box>
        ))}
      </Panel>
      <Words />
    </>
  );
}

function Words() {
  return (
    <Panel title="Badges, marks, dates, amounts">
      <Row>
        {statusesForDev.map((status) => (
          <StatusBadge key={status.tone} {...status} />
        ))}
      </Row>
      <Row>
        {(['waiting', 'upload', 'failed', 'conflict'] as const).map((state) => (
          <PendingMark key={state} state={state} words />
        ))}
      </Row>
      <Row>
        {ages.map((minutes) => (
          <RelativeTime key={minutes} at={startedAt - minutes * 60_000} />
        ))}
        <RelativeTime at={startedAt - 300_000} ago />
        <RelativeTime at={null} />
      </Row>
      <Row>
        <MoneyText amount={1234.5} />
        <MoneyText amount={25} change />
        <MoneyText amount={-25} change />
        <MoneyText amount={null} />
      </Row>
      <CategoryBadges visible={2} categories={['Games', 'ألعاب', 'Music', 'TV'].map((title, id) => ({ id, title }))} />
      <FreeText mt="2">
        مرحبا، order #1042 لم يصل بعد. https://example.test/a/very/long/address/without/any/space
      </FreeText>
    </Panel>
  );
}

const startedAt = Date.now();

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', mb: '3' } });

const Swatches = chakra('div', {
  base: { display: 'grid', gap: '2', gridTemplateColumns: 'repeat(auto-fill, minmax(8.5rem, 1fr))' },
});

const Swatch = chakra('div', { base: { p: '2', textStyle: 'xs', borderWidth: '1px', borderRadius: 'md' } });
