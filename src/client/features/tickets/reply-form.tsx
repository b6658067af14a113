import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { contentMax } from '../../../contract/limits.ts';
import type { RoleName } from '../../../contract/people.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { TextAreaField } from '../../ui/fields.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { AttachmentPicker } from './attachment-picker.tsx';
import { checkReply } from './check-ticket.ts';
import { useAttachments } from './use-attachments.ts';
import { useFieldError } from './ticket-fields.tsx';
import { useTicketActions } from './use-ticket-actions.ts';

interface Props {
  ticketId: string;
  authorRole: RoleName;
  /** A hint under the text, such as that a reply opens the ticket again. */
  note?: ReactNode;
  /** A second button, which sends the reply and then calls `onSent`. */
  secondButton?: { label: ReactNode; onSent: () => void };
}

/** The form of a response; its draft stays until it is sent, and Ctrl+Enter sends it (S2N-04). */
export function ReplyForm({ ticketId, authorRole, note, secondButton }: Props) {
  const { t } = useLingui();
  const [content, setContent, , sendDraft] = useDraft(`ticket.reply.${ticketId}`, '');
  const [codes, setCodes] = useState<string[]>([]);
  const { busy, whileBusy } = useBusy();
  const form = useRef<HTMLFormElement>(null);
  const error = useFieldError({ content: codes });
  const { reply } = useTicketActions();
  const attachments = useAttachments();

  const send = async (afterwards?: () => void) => {
    const checked = checkReply(content);
    setCodes('errors' in checked ? (checked.errors.content ?? []) : []);
    if ('errors' in checked) return form.current?.querySelector('textarea')?.focus();
    return whileBusy(async () => {
      const { files } = attachments;
      const item = await sendDraft((draft) => reply({ ticketId, ...checked.value, role: authorRole, draft, files }));
      if (item === null) return;
      attachments.clear(files);
      afterwards?.();
    });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!busy) void send();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter sends from inside the text
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={onKey}
      {...attachments.receiver}
      aria-label={t`Reply`}
    >
      <Box display="flex" flexDirection="column" gap="3">
        <TextAreaField
          label={t`Your reply`}
          rows={4}
          max={contentMax}
          value={content}
          error={error('content', t`Reply`)}
          hint={note}
          onChange={setContent}
          aria-keyshortcuts="Control+Enter"
        />
        <AttachmentPicker {...attachments} />
        <Buttons busy={busy} secondButton={secondButton} onSecond={(onSent) => void send(onSent)} />
      </Box>
    </form>
  );
}

interface ButtonsProps {
  busy: boolean;
  secondButton: Props['secondButton'];
  onSecond: (onSent: () => void) => void;
}

function Buttons({ busy, secondButton, onSecond }: ButtonsProps) {
  const { t } = useLingui();
  return (
    <Box display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
      {secondButton ? (
        <Button variant="outline" disabled={busy} onClick={() => onSecond(secondButton.onSent)}>
          {secondButton.label}
        </Button>
      ) : null}
      <Button type="submit" loading={busy} loadingText={t`Sending…`}>
        <Send aria-hidden="true" data-mirror="" />
        <Trans>Send</Trans>
      </Button>
    </Box>
  );
}
