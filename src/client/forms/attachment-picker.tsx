import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, Paperclip, X } from 'lucide-react';
import { FileButton, RejectedFileError } from './file-button.tsx';
import { PreparingPictures } from './preparing-pictures.tsx';
import { acceptedFiles } from '../local/choose-files.ts';
import { isolated } from '../text/isolated.ts';
import { FilePicture } from '../ui/file-picture.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { Attachments } from './use-attachments.ts';
import { Box, chakra, MutedSpan, Stack, Wrap } from '../ui/theme/styled.tsx';

interface Props extends Attachments {
  /** Buttons with icons only, in one line with the other buttons of the form. */
  isCompact?: boolean;
}

/** Adds files to a message or a request: a button, on phones also the camera, and the chosen files, each with a button that removes it. */
export function AttachmentPicker(props: Props) {
  const { files, filesMax, preparing, refused, remove, isCompact = false } = props;
  const { t } = useLingui();
  return (
    <Box display={isCompact ? 'contents' : 'flex'} flexDirection="column" gap="2">
      {files.length + preparing.length + refused.length > 0 ? (
        <Stack flex={isCompact ? '1 0 100%' : undefined} minW="0" gap="2">
          {files.length > 0 ? (
            <chakra.ul display="flex" flexWrap="wrap" gap="2" aria-label={t`Attached files`}>
              {files.map((file) => (
                <Chosen key={file.id}>
                  <FilePicture file={file} size="9" />
                  <chakra.bdi minW="0" truncate textStyle="xs">
                    {file.name}
                  </chakra.bdi>
                  <IconButton size="xs" label={t`Remove ${isolated(file.name)}`} onClick={() => remove(file.id)}>
                    <X size={16} />
                  </IconButton>
                </Chosen>
              ))}
            </chakra.ul>
          ) : null}
          <PreparingPictures {...props} />
          {refused.map((one) => (
            <RejectedFileError key={one.name} file={one} filesMax={filesMax} />
          ))}
        </Stack>
      ) : null}
      <PickButtons {...props} />
    </Box>
  );
}

function PickButtons({ files, filesMax, preparing, add, isCompact = false }: Props) {
  const { t } = useLingui();
  const isFull = files.length + preparing.length >= filesMax;
  const limits = t`Pictures, PDF or Word, up to ${filesMax} files of 4 MB`;
  const look = isCompact ? compact : {};
  return (
    <Wrap
      flex={isCompact ? { base: '1 1 0', md: '0 0 auto' } : undefined}
      minW={isCompact ? 'fit-content' : undefined}
      alignItems="center"
      gap="2"
    >
      <FileButton
        {...look}
        label={t`Attach files`}
        title={limits}
        multiple
        accept={acceptedFiles}
        disabled={isFull}
        onFiles={add}
      >
        <Paperclip aria-hidden="true" />
        <chakra.span srOnly={isCompact}>
          <Trans>Attach files</Trans>
        </chakra.span>
      </FileButton>
      <FileButton
        {...look}
        label={t`Take a photo`}
        accept="image/*"
        capture="environment"
        disabled={isFull}
        onFiles={add}
        hideFrom="md"
      >
        <Camera aria-hidden="true" />
        <chakra.span srOnly={isCompact}>
          <Trans>Take a photo</Trans>
        </chakra.span>
      </FileButton>
      {isCompact ? null : <MutedSpan textStyle="xs">{limits}</MutedSpan>}
    </Wrap>
  );
}

const compact = { variant: 'ghost', px: '0', minW: { base: '11', md: '9' }, color: 'fg.muted' } as const;

const Chosen = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minW: '0',
    maxW: { base: 'full', sm: '64' },
    ps: '1',
    borderWidth: '1px',
    borderRadius: 'md',
    bg: 'bg.panel',
  },
});
