import { Trans, useLingui } from '@lingui/react/macro';
import { useController, type UseFormReturn } from 'react-hook-form';
import { senderNameMax, updateMail, type MailAnswer, type MailSettings } from '../../../contract/mail.ts';
import { call } from '../../api/call.ts';
import { OnlineFormButtons } from '../../forms/online-form-buttons.tsx';
import { useVersionedForm } from '../../forms/use-versioned-form.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { MailConflict } from './mail-conflict.tsx';
import { differences, savedVersion, valuesOf, type MailValues } from './mail-form-data.ts';
import { MailTexts } from './mail-texts.tsx';
import { useChosenText } from './use-chosen-text.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

interface Props {
  answer: MailAnswer;
  /** Leaves the form, after a save or when the user cancels. */
  onLeave: () => void;
}

/** The form for the sender and the texts of e-mails; it is kept as a draft until it is saved or discarded. */
export function MailForm({ answer, onLeave }: Props) {
  const online = useOnline();
  const { form, errorOf, problem, isBusy, submit, conflict, cancel, question } = useMailForm(answer.mail, onLeave);
  const { choice, setChoice, element } = useChosenText(form);
  return (
    <chakra.form
      ref={element}
      noValidate
      onSubmit={(event) => (online ? submit(event) : event.preventDefault())}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      {conflict ? <MailConflict {...conflict} busy={isBusy} /> : null}
      <Panel title={<Trans>Sender</Trans>}>
        <SenderFields {...{ form, errorOf }} sender={answer.sender} />
      </Panel>
      <Panel title={<Trans>Texts</Trans>}>
        <MailTexts {...{ form, errorOf, answer, choice }} onChoice={setChoice} />
      </Panel>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <OnlineFormButtons online={online} busy={isBusy} onCancel={cancel}>
        <Trans>Save</Trans>
      </OnlineFormButtons>
      {question}
    </chakra.form>
  );
}

function useMailForm(saved: MailSettings, onLeave: () => void) {
  const { t } = useLingui();
  return useVersionedForm<MailValues, MailSettings>({
    row: saved,
    valuesOf,
    differences,
    savedVersion,
    schema: updateMail.input,
    labels: {
      sender_name: t`Name`,
      reply_to: t`Address for replies`,
      'texts.subject': t`Subject`,
      'texts.body': t`Text`,
    },
    draftName: 'mail',
    async save({ sender_name, reply_to, texts, rev }, key) {
      const input = { sender_name, reply_to, texts };
      return (await call(updateMail, input, { key, revision: rev ?? undefined })).mail;
    },
    onSaved: () => toast({ tone: 'success', title: t`E-mails saved` }),
    onLeave,
  });
}

interface SenderProps {
  form: UseFormReturn<MailValues>;
  errorOf: (path: string) => string | undefined;
  /** The sender of the operator. */
  sender: string;
}

function SenderFields({ form: { control }, errorOf, sender }: SenderProps) {
  const { t } = useLingui();
  const { field: name } = useController({ control, name: 'sender_name' });
  const { field: replyTo } = useController({ control, name: 'reply_to' });
  return (
    <Box display="grid" gap="4" alignItems="start" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      <TextField
        {...name}
        label={t`Name`}
        hint={
          <Trans>
            Blank for the sender of this server: <bdi dir="ltr">{sender}</bdi>. Its address sends all e-mails.
          </Trans>
        }
        max={senderNameMax}
        error={errorOf('sender_name')}
        autoComplete="off"
      />
      <TextField
        {...replyTo}
        type="email"
        dir="ltr"
        label={t`Address for replies`}
        hint={<Trans>Blank if replies go to the sender.</Trans>}
        error={errorOf('reply_to')}
        autoComplete="off"
      />
    </Box>
  );
}
