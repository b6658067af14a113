import { Trans, useLingui } from '@lingui/react/macro';
import { useController, type UseFormReturn } from 'react-hook-form';
import { MailSettings, senderNameMax, updateMail, type MailAnswer } from '../../../contract/mail.ts';
import { call } from '../../api/call.ts';
import { RecordFormFrame } from '../../forms/record-form.tsx';
import type { RecordField } from '../../forms/save-record.ts';
import { useRecordForm } from '../../forms/use-record-form.ts';
import { emailKindNames } from '../../text/email-kinds.ts';
import { dirOf, locales } from '../../text/locales.ts';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { textSlots, valuesOf, type MailValues } from './mail-form-data.ts';
import { MailTexts } from './mail-texts.tsx';
import { useChosenText } from './use-chosen-text.ts';

interface Props {
  answer: MailAnswer;
  /** Leaves the form, after a save or when the user cancels. */
  onLeave: () => void;
}

/** The form for the sender and the texts of e-mails; it is kept as a draft until it is saved or discarded. */
export function MailForm({ answer, onLeave }: Props) {
  const record = useMailForm(answer.mail, onLeave);
  const { form, errorOf } = record;
  const { choice, setChoice, formRef } = useChosenText(form);
  return (
    <RecordFormFrame recordForm={record} ref={formRef} save={<Trans>Save</Trans>}>
      <Panel title={<Trans>Sender</Trans>}>
        <SenderFields {...{ form, errorOf }} sender={answer.sender} />
      </Panel>
      <Panel title={<Trans>Texts</Trans>}>
        <MailTexts {...{ form, errorOf, answer, choice }} onChoice={setChoice} />
      </Panel>
    </RecordFormFrame>
  );
}

function useMailForm(saved: MailSettings, onLeave: () => void) {
  const { t } = useLingui();
  const names = { sender_name: t`Name`, reply_to: t`Address for replies`, subject: t`Subject`, body: t`Text` };
  return useRecordForm<MailValues, MailSettings>({
    row: saved,
    valuesOf,
    fields: [
      ...(['sender_name', 'reply_to'] as const).map((path) => ({
        path,
        label: names[path],
        show: (values: MailValues) => values[path].trim() || '–',
      })),
      ...useTextFields(names),
    ],
    rowSchema: MailSettings,
    schema: updateMail.input,
    labels: { 'texts.subject': names.subject, 'texts.body': names.body },
    draftName: 'mail',
    async save({ sender_name, reply_to, texts, rev }, key) {
      const input = { sender_name, reply_to, texts };
      return (await call(updateMail, input, { key, revision: rev ?? undefined })).mail;
    },
    onSaved: () => toast({ tone: 'success', title: t`E-mails saved` }),
    onLeave,
  });
}

/** Returns the subject and the text of each kind in each language. */
function useTextFields(names: { subject: string; body: string }): RecordField<MailValues>[] {
  const { t, i18n } = useLingui();
  return textSlots.flatMap(({ kind, locale }, index) =>
    (['subject', 'body'] as const).map((name) => ({
      path: `texts.${index}.${name}`,
      label: `${i18n._(emailKindNames[kind])} · ${locales[locale]} · ${names[name]}`,
      show: ({ texts }: MailValues) =>
        texts[index]![name].trim() === '' ? (
          t`Standard text`
        ) : (
          <chakra.span lang={locale} dir={dirOf(locale)} whiteSpace="pre-wrap">
            {texts[index]![name].trim()}
          </chakra.span>
        ),
    })),
  );
}

interface SenderProps {
  form: UseFormReturn<MailValues>;
  errorOf: (path: string) => string | undefined;
  /** The sender that the operator has configured for this server. */
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
