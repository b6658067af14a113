import { useState } from 'react';
import { uuidv7 } from '../../../contract/uuid.ts';
import { chooseFiles, type ChosenFile, type RejectedFile } from '../../local/choose-files.ts';

export interface Proof {
  file: ChosenFile | null;
  /** The chosen file that was not accepted; the earlier one stays. */
  rejected: RejectedFile | null;
  choose: (files: Iterable<File>) => void;
  remove: () => void;
}

/** The proof of a delivery: one file, which a new choice replaces. */
export function useProof(): Proof {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [rejected, setRejected] = useState<RejectedFile | null>(null);
  const choose = async (files: Iterable<File>) => {
    const [first] = files;
    if (!first) return;
    const { taken, refused } = await chooseFiles([first], 1, uuidv7);
    if (taken[0]) setFile(taken[0]);
    setRejected(refused[0] ?? null);
  };
  return {
    file,
    rejected,
    choose: (files) => void choose(files),
    remove: () => {
      setFile(null);
      setRejected(null);
    },
  };
}
