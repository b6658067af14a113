import { useState } from 'react';
import type { ClipboardEvent, DragEvent } from 'react';
import { attachmentsMax } from '../../../contract/limits.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import type { StoredFile } from '../../local/stored.ts';
import { chooseFiles, type ChosenFile, type RejectedFile } from '../../local/choose-files.ts';

export interface Attachments {
  files: readonly ChosenFile[];
  /** The files of the last choice that were not accepted. */
  refused: readonly RejectedFile[];
  add: (files: Iterable<File>) => void;
  remove: (id: string) => void;
  /** Removes the sent files; files that were added meanwhile stay. */
  clear: (sent: readonly ChosenFile[]) => void;
  /** Event handlers for the form, which add files that are pasted or dropped into it. */
  receiver: {
    onPaste: (event: ClipboardEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
  };
}

/** The files of a message that is being written: first the `stored` ones, then files that are picked, photographed, pasted or dropped. */
export function useAttachments(stored: readonly StoredFile[] = []): Attachments {
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => stored.map(withName));
  const [refused, setRefused] = useState<readonly RejectedFile[]>([]);
  const add = async (chosen: Iterable<File>) => {
    const { taken, refused: rejected } = await chooseFiles([...chosen], attachmentsMax - files.length, uuidv7);
    setFiles((before) => [...before, ...taken]);
    setRefused(rejected);
  };
  const receive = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    if (!data?.files.length) return;
    event.preventDefault();
    void add(data.files);
  };
  return {
    files,
    refused,
    add: (chosen) => void add(chosen),
    remove: (id) => {
      setFiles((before) => before.filter((file) => file.id !== id));
      setRefused([]);
    },
    clear: (sent) => {
      setFiles((before) => before.filter((file) => !sent.includes(file)));
      setRefused([]);
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

const withName = ({ name, ...file }: StoredFile): ChosenFile => ({ ...file, name: name ?? file.id });
