import { Trans, useLingui } from '@lingui/react/macro';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { fileEndings } from '../../../contract/limits.ts';
import { removeLogo, replaceLogo } from '../../../contract/shop-logo.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { call } from '../../api/call.ts';
import { asFailure, CallFailure } from '../../api/failure.ts';
import { FileButton } from '../../forms/file-button.tsx';
import { FileDrop } from '../../forms/file-drop.tsx';
import { useOnlineDelete } from '../../forms/use-online-delete.tsx';
import { chooseFiles, isPicture } from '../../local/choose-files.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { Box, chakra, Muted, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** Milliseconds: a picture of four megabytes over a slow phone connection. */
const timeout = 120_000;

const pictures = Object.keys(fileEndings).filter(isPicture).join();

/** The logo of the shop: another picture, or none (S2U-07). Each change is saved at once. */
export function LogoPanel({ saved }: { saved: string | null }) {
  const [logo, setLogo] = useState(saved);
  const [isRemoving, setRemoving] = useState(false);
  const { busy, failure, choose } = useLogoChoice(setLogo);
  const online = useOnline();
  const { t } = useLingui();
  const [hint, reason] = [useId(), useId()];
  return (
    <Panel title={<Trans>Logo</Trans>}>
      <FileDrop
        onFiles={(files) => void (online && choose(files))}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="4"
      >
        <Preview logo={logo} />
        <Stack flex="1 1 14rem" minW="0" alignItems="flex-start" gap="2">
          <Wrap gap="2">
            <FileButton
              size="md"
              label={t`Logo`}
              accept={pictures}
              aria-describedby={online ? hint : `${hint} ${reason}`}
              loading={busy}
              disabled={!online}
              onFiles={(files) => void choose(files)}
            >
              <ImageUp aria-hidden="true" />
              <Trans>Choose a picture</Trans>
            </FileButton>
            {logo ? (
              <Button
                variant="ghost"
                disabled={!online || busy}
                aria-describedby={online ? undefined : reason}
                onClick={() => setRemoving(true)}
              >
                <Trash2 aria-hidden="true" />
                <Trans>Remove logo</Trans>
              </Button>
            ) : null}
          </Wrap>
          <Muted id={hint} textStyle="xs">
            <Trans>
              PNG, JPG, GIF or WEBP, up to 4 MB; best a square one. Shown in the app, on the login page and on
              statements.
            </Trans>
          </Muted>
          {failure ? <FieldError>{failure}</FieldError> : null}
          <OfflineReason online={online} id={reason} />
        </Stack>
      </FileDrop>
      <RemoveDialog open={isRemoving} onClose={() => setRemoving(false)} onRemoved={() => setLogo(null)} />
    </Panel>
  );
}

/** The logo on the two grounds on which it is shown: that of the light and that of the dark theme. */
function Preview({ logo }: { logo: string | null }) {
  const { t } = useLingui();
  if (!logo) return <img src="/icons/icon.svg" alt={t`The mark of the app`} width={56} height={56} />;
  const src = `/files/logo/${logo}`;
  return (
    <Box display="flex" gap="2">
      <Ground bg="#ffffff">
        <Picture src={src} alt={t`The logo on a light ground`} />
      </Ground>
      <Ground bg="#141b1b">
        <Picture src={src} alt={t`The logo on a dark ground`} />
      </Ground>
    </Box>
  );
}

/** Sends a chosen picture; `failure` is the sentence for one that was not accepted. */
function useLogoChoice(onSaved: (logo: string | null) => void) {
  const { t } = useLingui();
  const { failure: sentenceOf } = useRefusalText();
  const { busy, whileBusy } = useBusy();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const send = async ([file]: Iterable<File>) => {
    if (!file || busy) return;
    setFailure(null);
    const sent = await sendLogo(file).catch(asFailure);
    if (sent instanceof CallFailure) return setFailure(sent);
    onSaved(sent.shop.logo);
    void syncNow();
    toast({ tone: 'success', title: t`Logo saved` });
  };
  return {
    busy,
    failure: failure && sentenceOf(failure),
    choose: (files: Iterable<File>) => whileBusy(() => send(files)),
  };
}

async function sendLogo(file: File) {
  const { taken, refused } = await chooseFiles([file], 1, uuidv7);
  const [picture] = taken;
  if (!picture || !isPicture(picture.type)) {
    const code = refused[0]?.why === 'size' ? 'FILE_TOO_LARGE' : 'INVALID_FILE_TYPE';
    throw new CallFailure('refused', { code });
  }
  const image = new File([picture.bytes], picture.name, { type: picture.type });
  // The contract describes a file as the server reads it; a form sends the browser's own.
  return call(replaceLogo, { image: image as never }, { timeout });
}

interface RemoveProps {
  open: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveDialog({ open, onClose, onRemoved }: RemoveProps) {
  const { t } = useLingui();
  const dialog = useOnlineDelete({
    send: () => call(removeLogo, {}),
    done: t`Logo removed`,
    onDeleted: () => {
      void syncNow();
      onRemoved();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Remove the logo?</Trans>}
      description={<Trans>The app, the login page and statements then show the mark of the app.</Trans>}
      confirmLabel={<Trans>Remove logo</Trans>}
      {...dialog}
    />
  );
}

const Ground = chakra('span', {
  base: { display: 'grid', placeItems: 'center', boxSize: '16', borderRadius: 'lg', borderWidth: '1px' },
});

const Picture = chakra('img', { base: { boxSize: '12', objectFit: 'contain' } });
