import type { DraftFiles } from '../../forms/use-draft-files.ts';
import { useFileChoice, type FileChoice } from '../../forms/use-file-choice.ts';
import type { ChosenFile } from '../../local/choose-files.ts';

/** `refused` is the chosen file that was not accepted; the earlier one stays. */
export interface Proof extends FileChoice {
  file: ChosenFile | null;
  remove: () => void;
}

/** The proof of a delivery: one file, which a new choice replaces. */
export function useProof({ files, setFiles }: DraftFiles): Proof {
  const choice = useFileChoice(Infinity, setFiles);
  const cancelAll = () => choice.preparing.forEach(({ id }) => choice.cancel(id));
  return {
    ...choice,
    file: files[0] ?? null,
    choose: ([first]) => {
      if (!first) return;
      cancelAll();
      choice.choose([first]);
    },
    remove: () => {
      setFiles([]);
      choice.clearRefused();
    },
  };
}
