import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useId, useState } from 'react';
import type { Area } from 'react-easy-crop';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import type { ReadPicture } from './picture-file.ts';
import { Box, chakra, Muted, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  picture: ReadPicture;
  /** Gets the part of the picture inside the frame, in its own pixels. */
  onCrop: (area: Area) => Promise<void>;
  /** Takes the whole picture. */
  onWhole: () => Promise<void>;
  onClose: () => void;
}

/** The cropper, loaded with the first picture that is cropped. */
const Cropper = lazy(async () => {
  const [library] = await Promise.all([import('react-easy-crop'), import('react-easy-crop/react-easy-crop.css')]);
  return library;
});

const ratios = { '4:3': 4 / 3, '1:1': 1 } as const;
type Ratio = keyof typeof ratios;
const zoomMax = 4;

/** Crops a picture to a frame: it is moved by pointer or arrow keys, and zoomed by wheel, pinch or slider (S2G-11). */
export function CropDialog({ picture, onCrop, onWhole, onClose }: Props) {
  const [ratio, setRatio] = useState<Ratio>('4:3');
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = (save: () => Promise<void>) => {
    setBusy(true);
    void save().finally(() => setBusy(false));
  };
  const hint = useId();
  const footer = (
    <>
      <Button variant="outline" disabled={isBusy} onClick={() => run(onWhole)}>
        <Trans>Use the whole picture</Trans>
      </Button>
      <Button loading={isBusy} disabled={!area} onClick={() => area && run(() => onCrop(area))}>
        <Trans>Use this part</Trans>
      </Button>
    </>
  );
  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={isBusy ? () => undefined : onClose}
      title={<Trans>Crop the picture</Trans>}
      footer={footer}
    >
      <Stack gap="4">
        <Frame picture={picture} ratio={ratio} zoom={zoom} onZoom={setZoom} onArea={setArea} hintId={hint} />
        <ZoomSlider zoom={zoom} onZoom={setZoom} />
        <RatioButtons ratio={ratio} onRatio={setRatio} />
        <Muted id={hint} textStyle="xs">
          <Trans>Drag the picture or use the arrow keys to move it.</Trans>
        </Muted>
      </Stack>
    </SheetDialog>
  );
}

interface FrameProps extends Pick<Props, 'picture'> {
  ratio: Ratio;
  zoom: number;
  onZoom: (zoom: number) => void;
  onArea: (area: Area) => void;
  hintId: string;
}

function Frame({ picture, ratio, zoom, onZoom, onArea, hintId }: FrameProps) {
  const { t } = useLingui();
  const [place, setPlace] = useState({ x: 0, y: 0 });
  return (
    <Box position="relative" dir="ltr" h="min(22rem, 45dvh)" borderRadius="lg" overflow="hidden" bg="bg.muted">
      <Suspense>
        <Cropper
          image={picture.url}
          crop={place}
          zoom={zoom}
          aspect={ratios[ratio]}
          maxZoom={zoomMax}
          keyboardStep={8}
          showGrid
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': t`Part of the picture`, 'aria-describedby': hintId }}
          mediaProps={{ alt: '' }}
          onCropChange={setPlace}
          onZoomChange={onZoom}
          onCropComplete={(_percent, pixels) => onArea(pixels)}
        />
      </Suspense>
    </Box>
  );
}

function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <chakra.label display="flex" alignItems="center" gap="3" textStyle="sm" fontWeight="medium">
      <Trans>Zoom</Trans>
      <Slider
        type="range"
        min={1}
        max={zoomMax}
        step={0.05}
        value={zoom}
        onChange={(event) => onZoom(Number(event.currentTarget.value))}
      />
    </chakra.label>
  );
}

function RatioButtons({ ratio, onRatio }: { ratio: Ratio; onRatio: (ratio: Ratio) => void }) {
  const { t } = useLingui();
  const names: Record<Ratio, string> = { '4:3': t`4:3, as in lists`, '1:1': t`Square` };
  return (
    <Wrap role="group" aria-label={t`Shape`} gap="2">
      {(Object.keys(ratios) as Ratio[]).map((one) => (
        <Button
          key={one}
          variant="outline"
          aria-pressed={one === ratio}
          borderColor={one === ratio ? 'brand.solid' : undefined}
          bg={one === ratio ? 'brand.subtle' : undefined}
          onClick={() => onRatio(one)}
        >
          {names[one]}
        </Button>
      ))}
    </Wrap>
  );
}

const Slider = chakra('input', {
  base: { flex: '1', minW: '0', h: { base: '11', md: '8' }, accentColor: 'brand.solid', cursor: 'pointer' },
});
