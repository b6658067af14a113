import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { modeDraft } from '../../local/form-drafts.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { chakra, Wrap } from '../../ui/theme/styled.tsx';

type Mode = 'reply' | 'note';

interface NoteMode {
  /** The text becomes an internal note. */
  isNote: boolean;
  setNote: (isNote: boolean) => void;
  /** Keeps the choice in this form after a note was stored; the next visit begins with a reply. */
  keep: () => void;
}

const replyDraft: { type: Mode } = { type: 'reply' };

/** The choice between a reply and an internal note, stored with the draft of the text so that both come back together. */
export function useNoteMode(draftName: string): NoteMode {
  const [{ type }, setDraft, clear] = useDraft(modeDraft(draftName), replyDraft);
  const [isKept, setKept] = useState(false);
  return {
    isNote: isKept || type === 'note',
    setNote: (isNote) => {
      setKept(false);
      setDraft({ type: isNote ? 'note' : 'reply' });
    },
    keep: () => {
      setKept(true);
      void clear();
    },
  };
}

/** The switch between a reply and an internal note, above the text. */
export function NoteSwitch({ isNote, setNote }: NoteMode) {
  const { t } = useLingui();
  return (
    <Wrap alignItems="center" columnGap="3" rowGap="1">
      <SegmentedChoice
        label={t`Kind of message`}
        choices={[
          { value: 'reply', label: t`Reply` },
          {
            value: 'note',
            label: (
              <>
                <chakra.span me="1.5" aria-hidden="true">
                  <Lock size={14} />
                </chakra.span>
                <Trans>Internal note</Trans>
              </>
            ),
          },
        ]}
        value={isNote ? 'note' : 'reply'}
        onChange={(mode: Mode) => setNote(mode === 'note')}
      />
      {isNote ? (
        <chakra.span textStyle="xs" color="amber.fg" role="status">
          <Trans>The customer will not see it.</Trans>
        </chakra.span>
      ) : null}
    </Wrap>
  );
}

/** Marks a message as an internal note. */
export function NoteLabel() {
  return (
    <chakra.p
      display="inline-flex"
      alignItems="center"
      gap="1"
      px="1"
      mb="1"
      textStyle="xs"
      fontWeight="medium"
      color="amber.fg"
    >
      <Lock size={13} aria-hidden="true" />
      <Trans>Internal note</Trans>
    </chakra.p>
  );
}

/** The reply form while it has a note: in the colours of notes. */
export const noteComposer = {
  bg: 'amber.subtle',
  borderColor: 'amber.border',
  // The ground is wider than what is on it.
  mx: '-4',
  px: '4',
  '& textarea': { bg: 'bg.panel' },
} as const;

/** Puts the cursor into the form of the page, for a reply or an internal note. */
export function startWriting(mode: Mode): void {
  const form = document.querySelector('[data-composer]');
  const choice = form?.querySelector<HTMLInputElement>(`input[type=radio][value=${mode}]`);
  if (choice && !choice.checked) choice.click();
  form?.querySelector('textarea')?.focus({ preventScroll: true });
}
