import { Trans, useLingui } from '@lingui/react/macro';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { FileButton } from '../../forms/file-button.tsx';
import { FileDrop } from '../../forms/file-drop.tsx';
import type { ChosenFile, RejectedFile } from '../../local/choose-files.ts';
import { isolated } from '../../text/isolated.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useObjectUrl } from '../../ui/file-picture.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { Muted, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { CropDialog } from './crop-dialog.tsx';
import {
  acceptedPictures,
  closePicture,
  readPicture,
  encodeFile,
  encodePart,
  encodeWhole,
  type ReadPicture,
} from './picture-file.ts';
import type { ProductFormState } from './use-product-form.ts';

/** A product's picture: a file of this device, or an address on the web; with a preview (S2G-06, S2G-08). */
export function PictureField({ values, set, errorOf, isNew }: ProductFormState) {
  const { t } = useLingui();
  const hint = useId();
  const { file, image } = values;
  const preview = useObjectUrl(file) ?? (isCompleteAddress(image) ? image : null);
  const { rejected, choose, clear, dialog } = usePictureChoice((picture) => set({ file: picture, image: '' }));
  const remove = () => {
    clear();
    set({ file: null, image: '' });
  };
  return (
    <FileDrop
      onFiles={(chosen) => void choose(chosen)}
      role="group"
      aria-label={t`Picture`}
      display="flex"
      flexDirection={{ base: 'column', sm: 'row' }}
      gap="4"
    >
      <ProductImage src={preview} alt={t`Picture of the product`} eager w="36" flexShrink={0} borderRadius="lg" />
      <Stack flex="1" minW="0" gap="3">
        <Wrap gap="2">
          <FileButton
            size="md"
            label={t`Picture`}
            accept={acceptedPictures}
            aria-describedby={hint}
            onFiles={(chosen) => void choose(chosen)}
          >
            <ImageUp aria-hidden="true" />
            <Trans>Choose a picture</Trans>
          </FileButton>
          {file || image ? (
            <Button variant="ghost" onClick={remove}>
              <Trash2 aria-hidden="true" />
              <Trans>Remove picture</Trans>
            </Button>
          ) : null}
        </Wrap>
        <Muted id={hint} textStyle="xs">
          <Trans>
            PNG, JPG, GIF or WEBP, up to 4 MB. You can crop the picture; a large one is made smaller before it is sent.
          </Trans>
        </Muted>
        {rejected ? <RejectedFileError file={rejected} /> : null}
        <TextField
          label={t`Or its address on the web`}
          type="url"
          inputMode="url"
          dir="ltr"
          value={image.startsWith('/') ? '' : image}
          error={errorOf('image')}
          required={isNew && !file}
          onChange={(address) => set({ image: address, file: null })}
        />
      </Stack>
      {dialog}
    </FileDrop>
  );
}

/** Returns whether an address is complete; only such addresses are loaded for the preview. */
const isCompleteAddress = (image: string): boolean =>
  image.startsWith('/') || (/^https:\/\/[^/]+\/./.test(image) && URL.canParse(image));

function RejectedFileError({ file }: { file: Rejected }) {
  const { t } = useLingui();
  const name = isolated(file.name);
  const words: Record<Rejected['why'], string> = {
    size: t`“${name}” is larger than 4 MB. Choose a smaller picture.`,
    pixels: t`“${name}” has too many pixels. Choose a smaller picture.`,
    type: t`“${name}” is not a picture of these types: PNG, JPG, GIF, WEBP.`,
    count: t`Choose one picture.`,
    unreadable: t`“${name}” could not be read. Choose it again.`,
  };
  return <FieldError>{words[file.why]}</FieldError>;
}

type Rejected = Pick<RejectedFile, 'name' | 'why'>;

interface PictureChoice {
  /** Takes the first file; a picture that this device can draw is cropped in a dialog first. */
  choose: (files: Iterable<File>) => Promise<void>;
  rejected: Rejected | null;
  /** Removes the message about the rejected file. */
  clear: () => void;
  /** The dialog that crops the picture; null while there is none. */
  dialog: ReactNode;
}

/** The choice of one picture, from the file to its cropped and encoded form. */
function usePictureChoice(onPicture: (picture: ChosenFile) => void): PictureChoice {
  const [rejected, setRejected] = useState<Rejected | null>(null);
  const [toCrop, setToCrop] = useState<ReadPicture | null>(null);
  const endCrop = () => {
    if (toCrop) closePicture(toCrop);
    setToCrop(null);
  };
  const finish = async (encoded: Promise<ChosenFile | Rejected>, name: string) => {
    const picture = await encoded.catch((): Rejected => ({ name, why: 'unreadable' }));
    endCrop();
    const isPicture = !('why' in picture);
    setRejected(isPicture ? null : picture);
    if (isPicture) onPicture(picture);
  };
  const choose = async ([file]: Iterable<File>) => {
    if (!file) return;
    const picture = await readPicture(file);
    if (picture) setToCrop(picture);
    else await finish(encodeFile(file), file.name);
  };
  const dialog = toCrop ? (
    <CropDialog
      picture={toCrop}
      onCrop={(area) => finish(encodePart(toCrop, area), toCrop.file.name)}
      onWhole={() => finish(encodeWhole(toCrop), toCrop.file.name)}
      onClose={endCrop}
    />
  ) : null;
  return { choose, rejected, clear: () => setRejected(null), dialog };
}
