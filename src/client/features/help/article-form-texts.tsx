import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useId, useState } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { filledReply, replyVariables, type ReplyVariable } from '../../../contract/canned-replies.ts';
import { articleBodyMax, contentMax, titleMax } from '../../../contract/limits.ts';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import { dirOf } from '../../text/locales.ts';
import { ArticleText } from '../../ui/article-text.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { insertText } from '../../ui/insert-text.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { Box, chakra, Muted, Stack } from '../../ui/theme/styled.tsx';
import { FilledText, VariableChips } from '../../ui/variables.tsx';
import { isBlank, type ArticleValues } from './article-form-data.ts';
import { MarkdownHelp } from './article-form-markdown.tsx';
import { LanguageTabs, type TextState } from './article-form-tabs.tsx';

interface Props {
  form: UseFormReturn<ArticleValues>;
  errorOf: (path: string) => string | undefined;
  /** The language whose text is shown. */
  locale: Locale;
  onLocale: (locale: Locale) => void;
}

/** The title and the text in each language, beside a preview; phones show one of the two. */
export function ArticleTexts({ form, errorOf, locale, onLocale }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [shown, setShown] = useState<'text' | 'preview'>('text');
  const texts = useWatch({ control: form.control, name: 'texts' });
  const isReply = useWatch({ control: form.control, name: 'kind' }) === 'reply';
  const refused = refusedLocales(errorOf);
  // A refused field is never behind the preview.
  const isPreview = shown === 'preview' && !refused.includes(locale);
  const stateOf = (one: Locale): TextState =>
    refused.includes(one) ? 'refused' : isBlank(texts[one]) ? 'missing' : 'written';
  const states = { en: stateOf('en'), fr: stateOf('fr'), ar: stateOf('ar') };
  return (
    <Stack gap="4">
      <LanguageTabs id={id} chosen={locale} states={states} onChoose={onLocale} />
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${locale}`}
        display="grid"
        gap={{ base: '4', lg: '6' }}
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      >
        <Box hideFrom="lg">
          <SegmentedChoice
            label={t`What is shown`}
            choices={[
              { value: 'text', label: t`Text` },
              { value: 'preview', label: t`Preview` },
            ]}
            value={isPreview ? 'preview' : 'text'}
            onChange={setShown}
          />
        </Box>
        <Box {...(isPreview && { hideBelow: 'lg' })} minW="0">
          <TextFields key={locale} {...{ form, errorOf, locale, isReply }} />
        </Box>
        <Box {...(!isPreview && { hideBelow: 'lg' })} minW="0">
          <Preview text={texts[locale]} locale={locale} isReply={isReply} />
        </Box>
      </Box>
    </Stack>
  );
}

const refusedLocales = (errorOf: Props['errorOf']): Locale[] =>
  localeCodes.filter((locale) => errorOf(`texts.${locale}.title`) ?? errorOf(`texts.${locale}.body`));

interface TextFieldsProps extends Omit<Props, 'onLocale'> {
  /** Whether it is the text of a canned reply: plain, with variables. */
  isReply: boolean;
}

function TextFields({ form: { control }, errorOf, locale, isReply }: TextFieldsProps) {
  const { t } = useLingui();
  const { field: title } = useController({ control, name: `texts.${locale}.title` });
  const { field: body } = useController({ control, name: `texts.${locale}.body` });
  const language = { lang: locale, dir: dirOf(locale) };
  const missing = errorOf('texts') && t`Write a title and a text in at least one language.`;
  return (
    <Stack gap="4">
      <TextField
        {...title}
        {...language}
        label={t`Title`}
        error={errorOf(`texts.${locale}.title`) ?? missing}
        max={titleMax}
        autoComplete="off"
      />
      <TextAreaField
        {...body}
        {...language}
        label={t`Text`}
        error={errorOf(`texts.${locale}.body`)}
        max={isReply ? contentMax : articleBodyMax}
        hasQuietCounter
        rows={14}
        css={{ fieldSizing: 'content', minH: '20rem', maxH: 'min(75vh, 44rem)' }}
        spellCheck
      />
      {isReply ? <ReplyVariables /> : <MarkdownHelp />}
    </Stack>
  );
}

interface PreviewProps {
  text: ArticleValues['texts'][Locale];
  locale: Locale;
  isReply: boolean;
}

/** The text as readers see it. */
function Preview({ text, locale, isReply }: PreviewProps) {
  const { t } = useLingui();
  const { title, body } = useDeferredValue(text);
  return (
    <Box as="section" aria-label={t`Preview`}>
      <chakra.h2 hideBelow="lg" textStyle="field" mb="1.5">
        {t`Preview`}
      </chakra.h2>
      <Box borderWidth="1px" borderRadius="lg" px="4" py="4" minH="32" minW="0">
        {isBlank(text) ? (
          <Muted>
            {isReply
              ? t`There is no text in this language yet.`
              : t`There is no text in this language yet. Readers see another language.`}
          </Muted>
        ) : (
          <>
            <chakra.p textStyle="title" mb="3" lang={locale} dir={dirOf(locale)} overflowWrap="anywhere">
              {title}
            </chakra.p>
            {isReply ? <ReplyPreview body={body} locale={locale} /> : <ArticleText body={body} locale={locale} />}
          </>
        )}
      </Box>
    </Box>
  );
}

/** The variables of a canned reply as buttons. */
function ReplyVariables() {
  const names = useVariableNames();
  return (
    <VariableChips names={replyVariables} words={names} onInsert={insertInto}>
      <Trans>A variable is replaced by its value when the reply is put into an answer.</Trans>
    </VariableChips>
  );
}

function insertInto(variable: string, chip: HTMLElement): void {
  const field = chip.closest('[role=tabpanel]')?.querySelector('textarea');
  if (field) insertText(field, variable);
}

function useVariableNames(): Record<ReplyVariable, string> {
  const { t } = useLingui();
  return {
    customer: t`Customer`,
    first_name: t`First name`,
    order: t`Order`,
    product: t`Product`,
    ticket: t`Ticket`,
    shop: t`Shop`,
    agent: t`Your name`,
  };
}

/** A canned reply as a customer could get it, with the values of an invented ticket, which are marked. */
function ReplyPreview({ body, locale }: { body: string; locale: Locale }) {
  return (
    <FreeText display="block" lang={locale} dir={dirOf(locale)} whiteSpace="pre-wrap">
      <FilledText text={body} fill={(part) => filledReply(part, samples[locale])} />
    </FreeText>
  );
}

const common = { order: '#1042', product: 'Netflix', ticket: '#1093', shop: 'Comptoir' };

const samples: Record<Locale, Record<ReplyVariable, string>> = {
  en: { ...common, customer: 'Amina Haddad', first_name: 'Amina', agent: 'Sara' },
  fr: { ...common, customer: 'Amina Haddad', first_name: 'Amina', agent: 'Sara' },
  ar: { ...common, customer: 'أمينة حداد', first_name: 'أمينة', agent: 'سارة' },
};
