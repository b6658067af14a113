import { i18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useFormState, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { Article, createArticle, updateArticle } from '../../../contract/articles.ts';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import { call } from '../../api/call.ts';
import { RecordFormFrame } from '../../forms/record-form.tsx';
import { textAt } from '../../forms/save-record.ts';
import { useRecordForm } from '../../forms/use-record-form.ts';
import { useDates } from '../../text/dates.ts';
import { dirOf, isLocale } from '../../text/locales.ts';
import { Panel } from '../../ui/panel.tsx';
import { chakra } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { storeAnswer } from './admin-help-changes.ts';
import {
  ArticleForm as Schema,
  editedFields,
  storedFields,
  valuesOf,
  type ArticleValues,
  type EditedField,
} from './article-form-data.ts';
import { ArticleFields } from './article-form-fields.tsx';
import { ArticleTexts } from './article-form-texts.tsx';
import { useFieldNames, useKindNames } from './article-form-words.ts';
import { useTopicNames } from './topic-names.ts';

interface Props {
  /** The article to edit as it was when the form opened; null for a new one. */
  article: Article | null;
  /** Leaves the form, after a save or when the user cancels. */
  onLeave: () => void;
}

/** The form of a new or an existing article; its text is kept as a draft until it is saved or discarded. */
export function ArticleForm({ article, onLeave }: Props) {
  const record = useArticleForm(article, onLeave);
  const { form, errorOf } = record;
  const { locale, setLocale, element } = useTextLocale(form);
  return (
    <RecordFormFrame recordForm={record} ref={element} save={article ? <Trans>Save</Trans> : <Trans>Create</Trans>}>
      <Panel>
        <ArticleFields form={form} errorOf={errorOf} />
      </Panel>
      <Panel>
        <ArticleTexts {...{ form, errorOf, locale }} onLocale={setLocale} />
      </Panel>
    </RecordFormFrame>
  );
}

function useArticleForm(article: Article | null, onLeave: () => void) {
  const names = useFieldNames();
  const shown = useShownValue();
  return useRecordForm<ArticleValues, Article>({
    row: article,
    valuesOf,
    fields: editedFields.map((path) => ({
      path,
      label: names[path],
      show: (values, others) => shown(path, values, others),
    })),
    rowSchema: Article,
    schema: Schema,
    draftName: `article.${article?.id ?? 'new'}`,
    save: (values, key) => saveArticle(article, values, key),
    onSaved: useReportSaved(article === null),
    onLeave,
  });
}

/** Returns a function that shows the value of a field beside another one: texts in the direction of their language. */
function useShownValue() {
  const { t } = useLingui();
  const dates = useDates();
  const kinds = useKindNames();
  const topics = useTopicNames();
  return (field: EditedField, values: ArticleValues, others: ArticleValues) => {
    const value = textAt(values, field);
    if (field === 'kind') return kinds[values.kind];
    if (field === 'topic') return topics[values.topic];
    if (field === 'is_active') return values.is_active ? t`Yes` : t`No`;
    if (field === 'until') return value ? dates.short(`${value}T00:00:00`) : t`No end`;
    if (value === '') return t`No text`;
    const locale = field.split('.')[1] as Locale;
    return (
      <chakra.span lang={locale} dir={dirOf(locale)} whiteSpace="pre-wrap">
        {fromDifference(value, textAt(others, field))}
      </chakra.span>
    );
  };
}

/** Returns a text without the first lines that it shares with another text, because only a few lines are shown. */
function fromDifference(text: string, other: string): string {
  const lines = text.split('\n');
  const others = other.split('\n');
  const same = lines.findIndex((line, at) => line !== others[at]);
  return same > 1 ? `…\n${lines.slice(same).join('\n')}` : text;
}

/**
 * The language whose text the form shows: at first the user's. After a refused save it is the first one with a refused
 * text, whose field gets the focus.
 */
function useTextLocale(form: UseFormReturn<ArticleValues>) {
  const [locale, setLocale] = useState<Locale>(() => (isLocale(i18n.locale) ? i18n.locale : 'en'));
  const { submitCount, errors } = useFormState({ control: form.control });
  const element = useRef<HTMLFormElement>(null);
  const checked = useRef(0);
  const wanted = useRef<Locale | null>(null);
  useEffect(() => {
    if (checked.current === submitCount) return;
    checked.current = submitCount;
    wanted.current = refusedLocale(errors, locale);
    if (wanted.current) setLocale(wanted.current);
  }, [submitCount, errors, locale]);
  useEffect(() => {
    if (wanted.current !== locale) return;
    wanted.current = null;
    element.current?.querySelector<HTMLElement>('[role=tabpanel] [aria-invalid]')?.focus();
  });
  return { locale, setLocale, element };
}

/** Returns the language of the first refused text; the present one when no language has a text. */
function refusedLocale({ texts, topic, until }: FieldErrors<ArticleValues>, present: Locale): Locale | null {
  if (!texts || topic || until) return null;
  return localeCodes.find((one) => texts[one]) ?? present;
}

/**
 * Saves the form of a new article (`edited` null) or of an existing one, stores the answer and returns the article. A new
 * one that an attempt with a lost answer has created gets the kind of the form, which may have changed since. Throws
 * `CallFailure`.
 */
async function saveArticle(edited: Article | null, values: ArticleValues, key: string): Promise<Article> {
  const fields = storedFields(values);
  const id = edited?.id ?? values.id;
  const answer =
    id === undefined
      ? await call(createArticle, { kind: newKind(values), ...fields }, { key })
      : await call(
          updateArticle,
          { id, ...(!edited && { kind: newKind(values) }), ...fields },
          { key, revision: values.rev ?? undefined },
        );
  await storeAnswer(answer);
  return answer.article;
}

/** Returns a function that reports that the values of a new or an existing article are saved. */
function useReportSaved(isNew: boolean): (values: ArticleValues) => void {
  const { t } = useLingui();
  return (values) => {
    const created = {
      announcement: t`Announcement created`,
      reply: t`Canned reply created`,
      article: t`Article created`,
    };
    const saved = { announcement: t`Announcement saved`, reply: t`Canned reply saved`, article: t`Article saved` };
    toast({ tone: 'success', title: (isNew ? created : saved)[newKind(values)] });
  };
}

/** Returns the kind with which an article is created: the text about adding balance exists already. */
const newKind = ({ kind }: ArticleValues) => (kind === 'balance' ? 'article' : kind);
