import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { localeCodes } from '../../../contract/locales.ts';
import {
  emailBodyMax,
  emailKinds,
  emailSubjectMax,
  emailVariables,
  type EmailVariable,
  type MailAnswer,
} from '../../../contract/mail.ts';
import { emailKindNames } from '../../text/email-kinds.ts';
import { dirOf, locales } from '../../text/locales.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { insertText } from '../../ui/insert-text.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { Box, chakra, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { VariableChips } from '../../ui/variables.tsx';
import { indexOf, standardOf, type MailValues, type TextChoice } from './mail-form-data.ts';
import { MailPreview } from './mail-preview.tsx';

interface Props {
  form: UseFormReturn<MailValues>;
  errorOf: (path: string) => string | undefined;
  answer: MailAnswer;
  choice: TextChoice;
  onChoice: (choice: TextChoice) => void;
}

/** The subject and the text of one kind of e-mail in one language, beside a preview. */
export function MailTexts({ form, errorOf, answer, choice, onChoice }: Props) {
  const index = indexOf(choice);
  const texts = useWatch({ control: form.control, name: 'texts' });
  const senderName = useWatch({ control: form.control, name: 'sender_name' });
  const { subject, body } = texts[index]!;
  return (
    <Stack gap="4">
      <Choices {...{ texts, choice, onChoice }} />
      <Box
        display="grid"
        gap={{ base: '4', lg: '6' }}
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      >
        <TextFields key={index} {...{ form, errorOf, answer, choice }} />
        <MailPreview {...{ answer, choice, subject, body, senderName }} />
      </Box>
    </Stack>
  );
}

interface ChoicesProps extends Pick<Props, 'choice' | 'onChoice'> {
  texts: MailValues['texts'];
}

/** The kind of e-mail and the language, with a mark where there is an own text. */
function Choices({ texts, choice, onChoice }: ChoicesProps) {
  const { t, i18n } = useLingui();
  const isOwn = (one: TextChoice) => {
    const { subject, body } = texts[indexOf(one)]!;
    return `${subject}${body}`.trim() !== '';
  };
  const labelOf = (kind: TextChoice['kind']) => {
    const name = i18n._(emailKindNames[kind]);
    return localeCodes.some((locale) => isOwn({ kind, locale })) ? t`${name} (own text)` : name;
  };
  return (
    <Wrap alignItems="end" gap="4">
      <Box flex="1 1 16rem" maxW={{ md: '26rem' }}>
        <SelectField
          label={t`Kind of e-mail`}
          choices={emailKinds.map((kind) => ({ value: kind, label: labelOf(kind) }))}
          value={choice.kind}
          onChange={(kind) => onChoice({ ...choice, kind: kind as TextChoice['kind'] })}
        />
      </Box>
      <SegmentedChoice
        label={t`Language`}
        choices={localeCodes.map((locale) => ({
          value: locale,
          lang: locale,
          label: isOwn({ ...choice, locale }) ? <OwnText>{locales[locale]}</OwnText> : locales[locale],
        }))}
        value={choice.locale}
        onChange={(locale) => onChoice({ ...choice, locale })}
      />
    </Wrap>
  );
}

function OwnText({ children }: { children: string }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      {children}
      <Check size="0.875rem" aria-hidden="true" />
      <chakra.span srOnly>
        <Trans>(own text)</Trans>
      </chakra.span>
    </chakra.span>
  );
}

function TextFields({ form: { control }, errorOf, answer, choice }: Omit<Props, 'onChoice'>) {
  const { t } = useLingui();
  const path = `texts.${indexOf(choice)}` as const;
  const { field: subject } = useController({ control, name: `${path}.subject` as 'texts.0.subject' });
  const { field: body } = useController({ control, name: `${path}.body` as 'texts.0.body' });
  const standard = standardOf(answer.standard, choice);
  const frame = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const language = { lang: choice.locale, dir: dirOf(choice.locale), autoComplete: 'off', spellCheck: true } as const;
  const insert = (variable: string) => {
    // A subject has no link.
    const wanted =
      variable === '{link}' || !focused.current ? frame.current?.querySelector('textarea') : focused.current;
    if (wanted) insertText(wanted, variable);
  };
  return (
    <Stack ref={frame} data-text gap="4" minW="0">
      <Box>
        <TextField
          {...subject}
          {...language}
          label={t`Subject`}
          placeholder={standard.subject}
          error={errorOf(`${path}.subject`)}
          max={emailSubjectMax}
          onFocus={({ currentTarget }) => (focused.current = currentTarget)}
        />
        <StandardText value={subject.value} standard={standard.subject} onChange={subject.onChange} />
      </Box>
      <Box>
        <TextAreaField
          {...body}
          {...language}
          label={t`Text`}
          placeholder={standard.body}
          error={errorOf(`${path}.body`)}
          max={emailBodyMax}
          hasQuietCounter
          rows={10}
          css={{ fieldSizing: 'content', minH: '15rem', maxH: 'min(75vh, 44rem)' }}
          onFocus={({ currentTarget }) => (focused.current = currentTarget)}
        />
        <StandardText value={body.value} standard={standard.body} onChange={body.onChange} />
      </Box>
      <EmailVariables names={emailVariables[choice.kind]} onInsert={insert} />
    </Stack>
  );
}

interface StandardTextProps {
  value: string;
  standard: string;
  onChange: (value: string) => void;
}

/** Brings the standard text back, or puts it into a blank field to be changed. */
function StandardText({ value, standard, onChange }: StandardTextProps) {
  const isBlank = value.trim() === '';
  return (
    <Button mt="1.5" size="sm" variant="outline" onClick={() => onChange(isBlank ? standard : '')}>
      {isBlank ? <Trans>Change the standard text</Trans> : <Trans>Use the standard text</Trans>}
    </Button>
  );
}

interface EmailVariablesProps {
  names: readonly EmailVariable[];
  /** Puts a variable (`{name}`) into a field. */
  onInsert: (variable: string) => void;
}

/** The variables of a kind of e-mail as buttons. */
function EmailVariables({ names, onInsert }: EmailVariablesProps) {
  const { t } = useLingui();
  const variable = '{link}';
  const link = <bdi dir="ltr">{variable}</bdi>;
  const words: Record<EmailVariable, string> = {
    name: t`Name of the reader`,
    number: t({ message: 'Number', context: 'e-mail' }),
    subject: t`Subject`,
    product: t`Product`,
    total: t`Total`,
    amount: t`Amount`,
    balance: t`Balance`,
    link: t`Link`,
    shop: t`Shop`,
  };
  return (
    <VariableChips names={names} words={words} onInsert={onInsert}>
      <Trans>
        A variable is replaced by its value when the e-mail is sent. A paragraph that is only {link} becomes a button.
      </Trans>
    </VariableChips>
  );
}
