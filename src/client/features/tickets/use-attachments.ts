import { useState } from 'react';
import type { ClipboardEvent, DragEvent } from 'react';
import { attachmentsMax } from '../../../contract/limits.ts';
import { newId } from '../../local/ids.ts';
import type { StoredFile } from '../../local/stored.ts';
import { chooseFiles, type ChosenFile, type Refused } from '../../local/choose-files.ts';

export interface Attachments {
  files: readonly ChosenFile[];
  /** Those of the last choice that were not taken. */
  refused: readonly Refused[];
  add: (files: Iterable<File>) => void;
  remove: (id: string) => void;
  /** Removes those that were sent; what was added meanwhile stays. */
  clear: (sent: readonly ChosenFile[]) => void;
  /** For the form: files that are pasted or dropped into it are added. */
  receiver: {
    onPaste: (event: ClipboardEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
  };
}

/** The files of a message that is being written: `stored` ones first, and those picked, photographed, pasted or dropped. */
export function useAttachments(stored: readonly StoredFile[] = []): Attachments {
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => stored.map(named));
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const add = async (chosen: Iterable<File>) => {
    const { taken, refused: not } = await chooseFiles([...chosen], attachmentsMax - files.length, newId);
    setFiles((before) => [...before, ...taken]);
    setRefused(not);
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

const named = ({ name, ...file }: StoredFile): ChosenFile => ({ ...file, name: name ?? file.id });
