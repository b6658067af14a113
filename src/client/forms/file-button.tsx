import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import type { ComponentProps } from 'react';
import { attachmentsMax } from '../../contract/limits.ts';
import type { RejectedFile } from '../local/choose-files.ts';
import { isolated } from '../text/isolated.ts';
import { FieldError } from '../ui/field.tsx';
import { chakra } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

interface Props extends Omit<ComponentProps<typeof Button>, 'onChange'> {
  label: string;
  accept: string;
  multiple?: boolean;
  capture?: 'environment';
  onFiles: (files: Iterable<File>) => void;
}

/** A button that opens the device's file dialog or camera. */
export function FileButton({ label, accept, multiple, capture, onFiles, ...rest }: Props) {
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

/** Says why a file was not accepted. */
export function RejectedFileError({ file, filesMax = attachmentsMax }: { file: RejectedFile; filesMax?: number }) {
  const { t } = useLingui();
  const name = isolated(file.name);
  const words: Record<RejectedFile['why'], string> = {
    size: t`“${name}” is larger than 4 MB and was not added.`,
    pixels: t`“${name}” has too many pixels and was not added. Make it smaller first.`,
    type: t`“${name}” was not added: only pictures (PNG, JPG, GIF, WEBP), PDF and Word files can be sent.`,
    count: t`“${name}” was not added: at most ${filesMax} files can be sent.`,
    unreadable: t`“${name}” could not be read and was not added.`,
  };
  return <FieldError>{words[file.why]}</FieldError>;
}

const Input = chakra('input', { base: { srOnly: true } });
