import type { ClipboardEvent, DragEvent } from 'react';
import { attachmentsMax } from '../../contract/limits.ts';
import type { DraftFiles } from './use-draft-files.ts';
import { useFileChoice, type FileChoice } from './use-file-choice.ts';
import type { ChosenFile } from '../local/choose-files.ts';

export interface Attachments extends Omit<FileChoice, 'choose'> {
  files: readonly ChosenFile[];
  /** Maximum number of files. */
  filesMax: number;
  /** A picture is being made smaller: the message would be sent without it. */
  isPreparing: boolean;
  add: (files: Iterable<File>) => void;
  remove: (id: string) => void;
  /** Event handlers for the form, which add files that are pasted or dropped into it. */
  receiver: {
    onPaste: (event: ClipboardEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
  };
}

/** The files of a form and the function that sets them. */
type FilesState = Pick<DraftFiles, 'files' | 'setFiles'>;

interface Options {
  filesMax?: number;
  /** Pictures up to the size limit are sent as they are (`chooseFiles`). */
  keepsBytes?: boolean;
}

/** The files of a form: they are picked, photographed, pasted or dropped. */
export function useAttachments(
  { files, setFiles }: FilesState,
  { filesMax = attachmentsMax, keepsBytes = false }: Options = {},
): Attachments {
  const { choose: add, ...choice } = useFileChoice(
    filesMax - files.length,
    (taken) => setFiles((before) => [...before, ...taken]),
    keepsBytes,
  );
  const receive = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    if (!data?.files.length) return;
    event.preventDefault();
    add(data.files);
  };
  return {
    ...choice,
    files,
    filesMax,
    isPreparing: choice.preparing.length > 0,
    add,
    remove: (id) => {
      setFiles((before) => before.filter((file) => file.id !== id));
      choice.clearRefused();
    },
    receiver: {
      onPaste: (event) => receive(event, event.clipboardData),
      onDragOver: (event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      },
      onDrop: (event) => receive(event, event.dataTransfer),
    },
  };
}
