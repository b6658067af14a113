import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FileText, RotateCw, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Attachment } from '../../../contract/files.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { FileButton } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { Box, chakra, Muted, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { fileAddress, isSlipPicture } from './admin-topup-source.ts';
import { isForPage } from './admin-topup-queue.ts';

interface View {
  zoom: number;
  /** Degrees, clockwise. */
  turn: number;
}

const usual: View = { zoom: 1, turn: 0 };
const zoomMax = 4;

type Step = 'in' | 'out' | 'turn' | 'reset';

const keys: Record<string, Step> = { '+': 'in', '=': 'in', '-': 'out', r: 'turn', '0': 'reset' };

const stepped = ({ zoom, turn }: View, step: Step): View => {
  if (step === 'reset') return usual;
  if (step === 'turn') return { zoom, turn: (turn + 90) % 360 };
  return { zoom: Math.min(zoomMax, Math.max(1, zoom + (step === 'in' ? 0.5 : -0.5))), turn };
};

/** The files of a request: one of them large, with zoom and rotation by buttons and by the keys + - R 0. */
export function Slips({ attachments, name }: { attachments: readonly Attachment[]; name: string }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(attachments[0]?.id);
  const shown = attachments.find(({ id }) => id === chosen) ?? attachments[0];
  if (!shown)
    return (
      <Muted>
        <Trans>This request has no picture.</Trans>
      </Muted>
    );
  return (
    <Stack gap="3">
      {attachments.length > 1 ? (
        <SegmentedChoice
          label={t`Files`}
          choices={attachments.map(({ id }, at) => ({ value: id, label: String(at + 1) }))}
          value={shown.id}
          onChange={setChosen}
        />
      ) : null}
      {isSlipPicture(shown) ? <Picture key={shown.id} file={shown} name={name} /> : <OtherFile file={shown} />}
    </Stack>
  );
}

function Picture({ file, name }: { file: Attachment; name: string }) {
  const { t } = useLingui();
  const online = useOnline();
  const [view, setView] = useState(usual);
  /** The connection with which the picture did not load. */
  const [brokenWhile, setBrokenWhile] = useState<boolean | null>(null);
  const step = (one: Step) => setView((now) => stepped(now, one));
  useSlipKeys(step);
  if (brokenWhile === online) return <BrokenPicture online={online} />;
  const { zoom, turn } = view;
  const isLying = turn % 180 !== 0;
  return (
    <Stack gap="2">
      <Frame tabIndex={0} role="region" aria-label={t`Slip`}>
        <Box
          display="grid"
          placeItems="center"
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%`, containerType: 'size' }}
        >
          <chakra.img
            src={fileAddress(file.id)}
            alt={name}
            objectFit="contain"
            style={{
              rotate: `${turn}deg`,
              width: isLying ? '100cqh' : '100cqw',
              height: isLying ? '100cqw' : '100cqh',
            }}
            maxW="none"
            onError={() => setBrokenWhile(online)}
          />
        </Box>
      </Frame>
      <Wrap gap="1" role="toolbar" aria-label={t`Picture`} justifyContent="center">
        <IconButton label={t`Zoom in`} disabled={zoom >= zoomMax} onClick={() => step('in')}>
          <ZoomIn size={18} />
        </IconButton>
        <IconButton label={t`Zoom out`} disabled={zoom <= 1} onClick={() => step('out')}>
          <ZoomOut size={18} />
        </IconButton>
        <IconButton label={t`Rotate`} onClick={() => step('turn')}>
          <RotateCw size={18} />
        </IconButton>
        <IconButton label={t`Original size`} disabled={zoom === 1 && turn === 0} onClick={() => step('reset')}>
          <Undo2 size={18} data-mirror="" />
        </IconButton>
      </Wrap>
    </Stack>
  );
}

function BrokenPicture({ online }: { online: boolean }) {
  return (
    <Frame css={{ display: 'grid', placeItems: 'center', p: '4' }}>
      {online ? (
        <Muted>
          <Trans>This picture could not be loaded.</Trans>
        </Muted>
      ) : (
        <OfflineReason online={false}>
          <Trans>You are offline, and this picture is not on this device.</Trans>
        </OfflineReason>
      )}
    </Frame>
  );
}

/** The keys work on the whole page, because the picture is its subject. */
function useSlipKeys(step: (one: Step) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const one = keys[event.key.toLowerCase()];
    if (!one || !isForPage(event)) return;
    event.preventDefault();
    step(one);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function OtherFile({ file: { id, name } }: { file: Attachment }) {
  return (
    <Frame css={{ display: 'grid', placeItems: 'center', p: '4' }}>
      <Stack alignItems="center" gap="3" minW="0" maxW="full">
        <FileText size={32} aria-hidden="true" />
        <chakra.bdi maxW="full" truncate>
          {name}
        </chakra.bdi>
        <FileButton href={fileAddress(id)} target="_blank" rel="noopener" download={name}>
          <Download aria-hidden="true" />
          <Trans>Download</Trans>
        </FileButton>
      </Stack>
    </Frame>
  );
}

/** As high whatever it shows, so that nothing under it moves when the picture has loaded. */
const Frame = chakra('div', {
  base: {
    h: { base: '18rem', lg: 'min(34rem, 70vh)' },
    overflow: 'auto',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.sunken',
    focusVisibleRing: 'outside',
  },
});
