import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ComponentProps, type DragEvent } from 'react';
import { chakra } from '../ui/theme/styled.tsx';

interface Props extends Omit<ComponentProps<typeof Zone>, 'onDrop'> {
  onFiles: (files: Iterable<File>) => void;
}

/** An area that also takes files dragged from the desktop; the button inside it does the same without a mouse. */
export function FileDrop({ onFiles, children, ...rest }: Props) {
  const [isOver, setOver] = useState(false);
  useEffect(keepPage, []);
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <Zone {...rest} {...{ onDragOver, onDragLeave, onDrop }}>
      {children}
      {isOver ? (
        <Cover aria-hidden="true">
          <Trans>Drop the file here</Trans>
        </Cover>
      ) : null}
    </Zone>
  );
}

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** Files dropped beside the area are ignored: the browser would open them in place of the page and its form. */
function keepPage(): () => void {
  const ignore = (event: globalThis.DragEvent) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault();
  };
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
  return () => {
    window.removeEventListener('dragover', ignore);
    window.removeEventListener('drop', ignore);
  };
}

const Zone = chakra('div', { base: { position: 'relative' } });

const Cover = chakra('div', {
  base: {
    position: 'absolute',
    inset: '-2',
    zIndex: 'docked',
    display: 'grid',
    placeItems: 'center',
    borderWidth: '2px',
    borderStyle: 'dashed',
    borderColor: 'brand.solid',
    borderRadius: 'lg',
    bg: 'brand.subtle',
    color: 'brand.fg',
    fontWeight: 'medium',
    pointerEvents: 'none',
  },
});
