import { i18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useController, useFormState, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { MailSettings, senderNameMax, updateMail, type MailAnswer } from '../../../contract/mail.ts';
import { call } from '../../api/call.ts';
import { RecordFormFrame } from '../../forms/record-form.tsx';
import type { RecordField } from '../../forms/save-record.ts';
import { useRecordForm } from '../../forms/use-record-form.ts';
import { emailKindNames } from '../../text/email-kinds.ts';
import { dirOf, isLocale, locales } from '../../text/locales.ts';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { choiceAt, indexOf, textSlots, valuesOf, type MailValues, type TextChoice } from './mail-form-data.ts';
import { MailTexts } from './mail-texts.tsx';

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

/**
 * The kind and the language whose text the form shows: at first the first kind in the user's language. After a refused
 * save it is the first refused text, whose field in the form (`formRef`) gets the focus.
 */
function useChosenText(form: UseFormReturn<MailValues>) {
  const [choice, setChoice] = useState<TextChoice>(() => ({
    kind: 'ticket_reply',
    locale: isLocale(i18n.locale) ? i18n.locale : 'en',
  }));
  const { submitCount, errors } = useFormState({ control: form.control });
  const formRef = useRef<HTMLFormElement>(null);
  const checked = useRef(0);
  const wanted = useRef<TextChoice | null>(null);
  useEffect(() => {
    if (checked.current === submitCount) return;
    checked.current = submitCount;
    wanted.current = refusedText(errors, choice);
    if (wanted.current) setChoice(wanted.current);
  }, [submitCount, errors, choice]);
  useEffect(() => {
    if (wanted.current !== choice) return;
    wanted.current = null;
    formRef.current?.querySelector<HTMLElement>('[data-text] [aria-invalid]')?.focus();
  });
  return { choice, setChoice, formRef };
}

/** Returns the first refused text, preferring the present one; null when no text is refused, or the sender is, too. */
function refusedText(
  { texts, sender_name, reply_to }: FieldErrors<MailValues>,
  present: TextChoice,
): TextChoice | null {
  if (!Array.isArray(texts) || sender_name || reply_to) return null;
  const shown = texts[indexOf(present)] ? indexOf(present) : texts.findIndex(Boolean);
  const { kind, locale } = choiceAt(shown) ?? present;
  return { kind, locale };
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
  const usual = <bdi dir="ltr">{sender}</bdi>;
  return (
    <Box display="grid" gap="4" alignItems="start" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      <TextField
        {...name}
        label={t`Name`}
        hint={<Trans>Blank for the sender of this server: {usual}. Its address sends all e-mails.</Trans>}
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
