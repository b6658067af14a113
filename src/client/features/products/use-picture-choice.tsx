import { useState, type ReactNode } from 'react';
import type { ChosenFile, RejectedFile } from '../../local/choose-files.ts';
import { CropDialog } from './crop-dialog.tsx';
import { closePicture, readPicture, takeFile, takePart, takeWhole, type ReadPicture } from './picture-file.ts';

export type Refused = Pick<RejectedFile, 'name' | 'why'>;

interface PictureChoice {
  /** Takes the first file; a picture that this device can draw is cropped in a dialog first. */
  choose: (files: Iterable<File>) => Promise<void>;
  refused: Refused | null;
  /** Removes the message about the refused file. */
  clear: () => void;
  /** The dialog that crops the picture; null while there is none. */
  dialog: ReactNode;
}

/** The choice of one picture, from the file to its cropped and encoded form. */
export function usePictureChoice(onPicture: (picture: ChosenFile) => void): PictureChoice {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [cropped, setCropped] = useState<ReadPicture | null>(null);
  const endCrop = () => {
    if (cropped) closePicture(cropped);
    setCropped(null);
  };
  const take = async (taken: Promise<ChosenFile | Refused>, name: string) => {
    const picture = await taken.catch((): Refused => ({ name, why: 'unreadable' }));
    endCrop();
    const isTaken = !('why' in picture);
    setRefused(isTaken ? null : picture);
    if (isTaken) onPicture(picture);
  };
  const choose = async ([file]: Iterable<File>) => {
    if (!file) return;
    const picture = await readPicture(file);
    if (picture) setCropped(picture);
    else await take(takeFile(file), file.name);
  };
  const dialog = cropped ? (
    <CropDialog
      picture={cropped}
      onCrop={(area) => take(takePart(cropped, area), cropped.file.name)}
      onWhole={() => take(takeWhole(cropped), cropped.file.name)}
      onClose={endCrop}
    />
  ) : null;
  return { choose, refused, clear: () => setRefused(null), dialog };
}
