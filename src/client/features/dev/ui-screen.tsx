import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SelectField } from '../../ui/fields.tsx';
import { ControlPieces } from './control-pieces.tsx';
import { DialogPieces } from './dialog-pieces.tsx';
import { FigurePieces } from './figure-pieces.tsx';
import { ListPieces } from './list-pieces.tsx';
import { TokenPieces } from './token-pieces.tsx';
import { useFrameLook } from './use-frame-look.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

const frames = [
  { theme: 'light', lang: 'en' },
  { theme: 'light', lang: 'ar' },
  { theme: 'dark', lang: 'en' },
  { theme: 'dark', lang: 'ar' },
] as const;

const widths = ['100%', '360px', '768px', '1280px'];

/**
 * All pieces of `ui/` and of lists, in both themes and both directions, for developers: `npm run dev`, then /dev/ui. Each
 * frame has its own width, so that the pieces show what they show on such a screen.
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
