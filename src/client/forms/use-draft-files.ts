import type { SetStateAction } from 'react';
import { uuidv7 } from '../../contract/uuid.ts';
import type { ChosenFile } from '../local/choose-files.ts';
import { filesDraft } from '../local/drafts.ts';
import { useDraft } from '../sync/use-draft.ts';
import { useShowFailure } from '../ui/use-busy.ts';

type Files = readonly ChosenFile[];

export interface DraftFiles {
  files: Files;
  setFiles: (files: SetStateAction<Files>) => void;
  /** Removes the files when `store` has stored them; files that were added meanwhile stay. */
  send: <Stored>(store: (files: Files) => Promise<Stored | null>) => Promise<Stored | null>;
}

const noFiles: Files = [];

/**
 * The files of a form whose draft has the name `draft`: stored on the device until they are sent or removed. A message
 * is shown when the device is too full for them.
 */
export function useDraftFiles(draft: string): DraftFiles {
  const [files, setFiles, , sendDraft] = useDraft(filesDraft(draft), noFiles, useShowFailure());
  const send: DraftFiles['send'] = async (store) => {
    const stored = await sendDraft(() => store(files.map(withNewId)));
    if (stored !== null) setFiles((now) => (files.some((file) => now.includes(file)) ? now.filter(isUnsent) : now));
    return stored;
  };
  const isUnsent = (file: ChosenFile) => !files.includes(file);
  return { files, setFiles, send };
}

/** Two tabs can send the same draft, and a file belongs to one message. */
const withNewId = (file: ChosenFile): ChosenFile => ({ ...file, id: uuidv7() });
