import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from '../../contract/uuid.ts';
import { chooseFiles, type ChosenFile, type LargePicture, type RejectedFile } from '../local/choose-files.ts';
import { makeSmaller } from '../local/make-smaller.ts';

export interface FileChoice {
  /** The pictures that are being made smaller; they are added afterwards. */
  preparing: readonly LargePicture[];
  /** The files of the last choice that were not accepted. */
  refused: readonly RejectedFile[];
  choose: (files: Iterable<File>) => void;
  /** Ends the preparation of a picture, which is not added. */
  cancel: (id: string) => void;
  clearRefused: () => void;
}

/**
 * The choice of files for a form that takes at most `freeSlots` further ones. `onTaken` gets the accepted files; large
 * pictures are made smaller first, one at a time, unless the form is left; with `keepsBytes` only those that are too
 * large to be sent.
 */
export function useFileChoice(
  freeSlots: number,
  onTaken: (files: ChosenFile[]) => void,
  keepsBytes = false,
): FileChoice {
  const [refused, setRefused] = useState<readonly RejectedFile[]>([]);
  const [preparing, setPreparing] = useState<readonly LargePicture[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const all = stops.current;
    return () => all.forEach((stop) => stop.abort());
  }, []);

  const prepare = async (picture: LargePicture, { signal }: AbortController) => {
    const result = signal.aborted ? null : await makeSmaller(picture, signal);
    stops.current.delete(picture.id);
    if (!result || signal.aborted) return;
    setPreparing((before) => before.filter(({ id }) => id !== picture.id));
    if ('why' in result) setRefused((before) => [...before, result]);
    else onTaken([result]);
  };
  const choose = async (files: Iterable<File>) => {
    const choice = await chooseFiles([...files], freeSlots - preparing.length, uuidv7, keepsBytes);
    if (choice.taken.length > 0) onTaken(choice.taken);
    setRefused(choice.refused);
    setPreparing((before) => [...before, ...choice.large]);
    const begun = choice.large.map((picture) => ({ picture, stop: new AbortController() }));
    for (const { picture, stop } of begun) stops.current.set(picture.id, stop);
    for (const { picture, stop } of begun) await prepare(picture, stop);
  };
  return {
    preparing,
    refused,
    choose: (files) => void choose(files),
    cancel: (id) => {
      stops.current.get(id)?.abort();
      setPreparing((before) => before.filter((picture) => picture.id !== id));
    },
    clearRefused: () => setRefused([]),
  };
}
