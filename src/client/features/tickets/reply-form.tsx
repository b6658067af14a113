import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { ComponentType, KeyboardEvent, ReactNode, RefObject } from 'react';
import { contentMax } from '../../../contract/limits.ts';
import type { TicketSide } from '../../../contract/ticket-rules.ts';
import { useDraftFiles } from '../../forms/use-draft-files.ts';
import type { OpenDraft } from '../../local/form-drafts.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { TextAreaField } from '../../ui/fields.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { usePageMark } from '../../ui/use-page-mark.ts';
import { checkReply } from './check-ticket.ts';
import { useAttachments } from '../../forms/use-attachments.ts';
import { useFieldError } from './ticket-fields.tsx';
import { ReplyActions, type SecondButton } from './reply-actions.tsx';
import { noteComposer, NoteSwitch, useNoteMode } from './note-switch.tsx';
import { useTicketActions } from './use-ticket-actions.ts';
import { chakra } from '../../ui/theme/styled.tsx';

export interface ReplyToolProps {
  ticketId: string;
  form: RefObject<HTMLFormElement | null>;
}

interface Props {
  ticketId: string;
  /** Shown above a text that is not blank. */
  notice?: ReactNode;
  /** A further button beside that for files, which works on the text of the form. */
  Tool?: ComponentType<ReplyToolProps>;
  authorRole: TicketSide;
  /** A hint under the text, such as that a reply opens the ticket again. */
  note?: ReactNode;
  secondButton?: SecondButton;
  /** Called when a reply was stored, after the second button's `onSent`. Returns whether another page is being opened. */
  onSent?: () => Promise<boolean>;
  /** Another page follows a reply: from the moment of sending the form takes no text, which is meant for that page. */
  isLeftAfterSending?: boolean;
  /** Content beside the buttons, on phones above them. */
  aside?: ReactNode;
  /** Puts the cursor into the text at the start. */
  startsFocused?: boolean;
}

/**
 * The form of a response, at the bottom of the screen; its draft stays until it is sent, and Ctrl+Enter sends it
 * (S2N-04). The cursor stays in it.
 */
export function ReplyForm(props: Props) {
  const { authorRole, note, ticketId, aside, notice, Tool, startsFocused = false } = props;
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const { content, setContent, codes, busy, isLocked, attachments, noteMode, send } = useReply(props, () =>
    textOf(form.current)?.focus(quietly),
  );
  const { isNote } = noteMode;
  const secondButton = isNote ? undefined : props.secondButton;
  const label = isNote ? t`Your note` : t`Your reply`;
  const error = useFieldError({ content: codes });
  useFocusAtStart(form, startsFocused);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!busy && !isLocked && !attachments.isPreparing) void send(event.shiftKey ? secondButton?.onSent : undefined);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter sends from inside the text
    <Composer
      ref={form}
      data-composer=""
      data-note={isNote}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={onKey}
      {...attachments.receiver}
      aria-label={t`Reply`}
    >
      {authorRole === 'admin' ? <NoteSwitch {...noteMode} /> : null}
      {content.trim() === '' ? null : notice}
      <TextAreaField
        label={label}
        hideLabel
        hasQuietCounter
        placeholder={label}
        css={growing}
        rows={linesOf(content)}
        max={contentMax}
        value={content}
        readOnly={isLocked}
        error={error('content', t`Reply`)}
        hint={isNote ? undefined : note}
        onChange={setContent}
        aria-keyshortcuts="Control+Enter"
      />
      <ReplyActions
        attachments={attachments}
        busy={busy}
        secondButton={secondButton}
        onSecond={(after) => void send(after)}
        tool={Tool ? <Tool ticketId={ticketId} form={form} /> : null}
      >
        {aside}
      </ReplyActions>
    </Composer>
  );
}

/** The text and the files of a reply, and a function that sends them, which calls `focus` first. */
function useReply({ ticketId, authorRole, onSent, isLeftAfterSending = false }: Props, focus: () => void) {
  const draftName = `ticket.reply.${ticketId}`;
  const [content, setContent, , sendText] = useDraft(draftName, '');
  const draftFiles = useDraftFiles(draftName);
  const [codes, setCodes] = useState<string[]>([]);
  const [isLocked, setLocked] = useState(false);
  const { busy, whileBusy } = useBusy();
  const { reply } = useTicketActions();
  const attachments = useAttachments(draftFiles);
  const noteMode = useNoteMode(draftName);
  usePageMark('composer');
  const send = async (afterwards?: (item: string) => void) => {
    const checked = checkReply(content);
    setCodes('errors' in checked ? (checked.errors.content ?? []) : []);
    focus();
    if ('errors' in checked) return undefined;
    setLocked(isLeftAfterSending && !noteMode.isNote);
    return whileBusy(async () => {
      const request = {
        ticketId,
        role: authorRole,
        isNote: noteMode.isNote,
        isReportedLater: afterwards !== undefined,
      };
      const store = (draft: OpenDraft) =>
        draftFiles.send(draft, (files, deleteDrafts) => reply({ ...request, ...checked.value, deleteDrafts, files }));
      const item = await sendText(store).catch((thrown: unknown) => {
        setLocked(false);
        throw thrown;
      });
      if (item === null) return setLocked(false);
      attachments.clearRefused();
      afterwards?.(item);
      if (noteMode.isNote) noteMode.keep();
      else if (await onSent?.()) return;
      setLocked(false);
    });
  };
  return { content, setContent, codes, busy, isLocked, attachments, noteMode, send };
}

/** On screens that are less than 30rem high it scrolls with the page, which it would cover; lists above it are placed by it. */
const Composer = chakra('form', {
  base: {
    position: 'sticky',
    bottom: '0',
    zIndex: '1',
    mt: 'auto',
    mx: { base: '-4', md: '0' },
    px: { base: '4', md: '0' },
    pt: '3',
    pb: 'max(0.75rem, env(safe-area-inset-bottom))',
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    bg: 'bg.canvas',
    borderTopWidth: '1px',
    '&[data-note=true]': noteComposer,
    '@media (max-height: 30rem)': { position: 'relative' },
  },
});

/** From one line to eight; where the browser does not size a field by its content, `rows` does. */
const growing = { fieldSizing: 'content', minH: '11', maxH: '12.5rem', resize: 'none' } as const;

const quietly = { preventScroll: true };

const linesOf = (text: string): number => Math.min(8, text.split('\n').length);

const textOf = (form: HTMLFormElement | null) => form?.querySelector('textarea');

/** Not on touch screens, where the on-screen keyboard would cover the conversation. */
function useFocusAtStart(form: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted && !window.matchMedia('(pointer: coarse)').matches) textOf(form.current)?.focus(quietly);
  }, [form, isWanted]);
}

/**
 * The page of a ticket, at least as high as the screen, so that the reply form is at the bottom. Its negative margin
 * removes the padding that `AppShell` reserves for the tab bar, which `BottomTabs` hides on this page.
 */
export const TicketPage = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minH: { base: 'calc(100dvh - 3.625rem)', md: 'calc(100dvh - 3.5rem)' },
    mb: { base: '-32', md: '-20' },
  },
});
