import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, Paperclip, X } from 'lucide-react';
import { useId } from 'react';
import { FileButton, RejectedFileError } from '../../forms/file-button.tsx';
import { FileDrop } from '../../forms/file-drop.tsx';
import { PreparingPictures } from '../../forms/preparing-pictures.tsx';
import { acceptedFiles } from '../../local/choose-files.ts';
import { isolated } from '../../text/isolated.ts';
import { FilePicture } from '../../ui/file-picture.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Proof } from './use-proof.ts';
import { chakra, Muted, Wrap } from '../../ui/theme/styled.tsx';

/** The optional proof of a delivery: a file, on phones also a photo (S2K-08). */
export function ProofField(proof: Proof) {
  const { file, refused, choose, remove } = proof;
  const { t } = useLingui();
  const id = useId();
  return (
    <FileDrop onFiles={choose} role="group" aria-labelledby={`${id}-name`} aria-describedby={`${id}-hint`}>
      <chakra.p id={`${id}-name`} textStyle="field">
        <Trans>Delivery proof (optional)</Trans>
      </chakra.p>
      {file ? (
        <Chosen>
          <FilePicture file={file} size="9" />
          <chakra.bdi minW="0" flex="1" truncate textStyle="xs">
            {file.name}
          </chakra.bdi>
          <IconButton size="xs" label={t`Remove ${isolated(file.name)}`} onClick={remove}>
            <X size={16} />
          </IconButton>
        </Chosen>
      ) : null}
      <PreparingPictures {...proof} />
      <Wrap gap="2" my="1.5">
        <FileButton label={t`Choose a file`} accept={acceptedFiles} onFiles={choose}>
          <Paperclip aria-hidden="true" />
          {file ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
        </FileButton>
        <FileButton label={t`Take a photo`} accept="image/*" capture="environment" onFiles={choose} hideFrom="md">
          <Camera aria-hidden="true" />
          <Trans>Take a photo</Trans>
        </FileButton>
      </Wrap>
      {refused.map((one) => (
        <RejectedFileError key={one.name} file={one} />
      ))}
      <Muted id={`${id}-hint`} textStyle="xs">
        <Trans>PNG, JPG, GIF, WEBP, PDF, DOC or DOCX, up to 4 MB</Trans>
      </Muted>
    </FileDrop>
  );
}

const Chosen = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    mt: '1.5',
    maxW: { base: 'full', sm: '80' },
    ps: '1',
    borderWidth: '1px',
    borderRadius: 'md',
    bg: 'bg.panel',
  },
});
