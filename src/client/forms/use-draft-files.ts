import type { SetStateAction } from 'react';
import { uuidv7 } from '../../contract/uuid.ts';
import type { ChosenFile } from '../local/choose-files.ts';
import { currentDatabase } from '../local/current.ts';
import { deleteDrafts, filesDraft, type OpenDraft } from '../local/form-drafts.ts';
import { useDraft } from '../sync/use-draft.ts';
import { useShowFailure } from '../ui/use-busy.ts';

type Files = readonly ChosenFile[];

/** Stores the files, and calls `deleteDrafts` inside the same transaction. Returns null when nothing was stored. */
type Store<Stored> = (files: Files, deleteDrafts: () => Promise<void>) => Promise<Stored | null>;

export interface DraftFiles {
  files: Files;
  setFiles: (files: SetStateAction<Files>) => void;
  /** Removes the files when `store` has stored them; files that were added meanwhile stay. `texts`: the form's draft. */
  send: <Stored>(texts: OpenDraft, store: Store<Stored>) => Promise<Stored | null>;
  /** Restores the first files and deletes the draft. */
  clear: () => Promise<void>;
}

const noFiles: Files = [];

/**
 * The files of a form whose draft has the name `draft`: stored on the device until they are sent or removed. A message
 * is shown when the device is too full for them. `first`: the files that the form has without a draft.
 */
export function useDraftFiles(draft: string, first: Files = noFiles): DraftFiles {
  const [files, setFiles, clear, sendDraft] = useDraft(filesDraft(draft), first, { onFull: useShowFailure() });
  const send: DraftFiles['send'] = async (texts, store) => {
    const stored = await sendDraft((own) =>
      store(files.map(withNewId), () => deleteDrafts(currentDatabase(), [texts, own])),
    );
    if (stored !== null) setFiles((now) => (files.some((file) => now.includes(file)) ? now.filter(isUnsent) : now));
    return stored;
  };
  const isUnsent = (file: ChosenFile) => !files.includes(file);
  return { files, setFiles, send, clear };
}

/** Two tabs can send the same draft, and a file belongs to one message. */
const withNewId = (file: ChosenFile): ChosenFile => ({ ...file, id: uuidv7() });
