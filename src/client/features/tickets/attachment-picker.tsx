import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import type { ComponentProps } from 'react';
import { attachmentsMax } from '../../../contract/limits.ts';
import { acceptedFiles, type RejectedFile } from '../../local/choose-files.ts';
import { FieldError } from '../../ui/field.tsx';
import { FilePicture } from '../../ui/file-picture.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Attachments } from './use-attachments.ts';

/** Adds files to a message: a button, on phones also the camera, and the chosen files, each with a button that removes it. */
export function AttachmentPicker({ files, refused, add, remove }: Attachments) {
  const { t } = useLingui();
  const isFull = files.length >= attachmentsMax;
  return (
    <Box display="flex" flexDirection="column" gap="2">
      {files.length > 0 ? (
        <chakra.ul display="flex" flexWrap="wrap" gap="2" aria-label={t`Attached files`}>
          {files.map((file) => (
            <Chosen key={file.id}>
              <FilePicture file={file} size="9" />
              <chakra.bdi minW="0" truncate textStyle="xs">
                {file.name}
              </chakra.bdi>
              <IconButton size="xs" label={t`Remove ${file.name}`} onClick={() => remove(file.id)}>
                <X size={16} />
              </IconButton>
            </Chosen>
          ))}
        </chakra.ul>
      ) : null}
      {refused.map((one) => (
        <Refusal key={one.name} refused={one} />
      ))}
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <FileButton label={t`Attach files`} multiple accept={acceptedFiles} disabled={isFull} onFiles={add}>
          <Paperclip aria-hidden="true" />
          <Trans>Attach files</Trans>
        </FileButton>
        <FileButton
          label={t`Take a photo`}
          accept="image/*"
          capture="environment"
          disabled={isFull}
          onFiles={add}
          hideFrom="md"
        >
          <Camera aria-hidden="true" />
          <Trans>Take a photo</Trans>
        </FileButton>
        <chakra.span textStyle="xs" color="fg.muted">
          <Trans>Pictures, PDF or Word, up to {attachmentsMax} files of 4 MB</Trans>
        </chakra.span>
      </Box>
    </Box>
  );
}

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

function Refusal({ refused: { name, why } }: { refused: RejectedFile }) {
  const { t } = useLingui();
  const words: Record<RejectedFile['why'], string> = {
    size: t`“${name}” is larger than 4 MB and was not added.`,
    type: t`“${name}” was not added: only pictures (PNG, JPG, GIF, WEBP), PDF and Word files can be sent.`,
    count: t`“${name}” was not added: a message has at most ${attachmentsMax} files.`,
    unreadable: t`“${name}” could not be read and was not added.`,
  };
  return <FieldError>{words[why]}</FieldError>;
}

const Input = chakra('input', { base: { srOnly: true } });

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onChange'> {
  label: string;
  accept: string;
  multiple?: boolean;
  capture?: 'environment';
  onFiles: (files: Iterable<File>) => void;
}

/** A button that opens the device's file dialog or camera. */
function FileButton({ label, accept, multiple, capture, onFiles, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" variant="outline" {...rest} onClick={() => input.current?.click()} />
      <Input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={multiple}
        capture={capture}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
