import { Trans } from '@lingui/react/macro';
import type { Article } from '../../../contract/articles.ts';
import { OnlineFormButtons } from '../../forms/online-form-buttons.tsx';
import { useVersionedForm } from '../../forms/use-versioned-form.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ArticleConflict } from './article-form-conflict.tsx';
import { ArticleForm as Schema, differences, savedVersion, valuesOf, type ArticleValues } from './article-form-data.ts';
import { ArticleFields } from './article-form-fields.tsx';
import { saveArticle, useReportSaved } from './article-form-save.ts';
import { ArticleTexts } from './article-form-texts.tsx';
import { useFieldNames } from './article-form-words.ts';
import { useTextLocale } from './article-form-locale.ts';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  /** The article to edit as it was when the form opened; null for a new one. */
  article: Article | null;
  /** Leaves the form, after a save or when the user cancels. */
  onLeave: () => void;
}

/** The form of a new or an existing article; its text is kept as a draft until it is saved or discarded. */
export function ArticleForm({ article, onLeave }: Props) {
  const online = useOnline();
  const { form, errorOf, problem, isBusy, submit, conflict, cancel, question } = useArticleForm(article, onLeave);
  const { locale, setLocale, element } = useTextLocale(form);
  return (
    <chakra.form
      ref={element}
      noValidate
      onSubmit={(event) => (online ? submit(event) : event.preventDefault())}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      {conflict ? <ArticleConflict {...conflict} busy={isBusy} /> : null}
      <Panel>
        <ArticleFields form={form} errorOf={errorOf} />
      </Panel>
      <Panel>
        <ArticleTexts {...{ form, errorOf, locale }} onLocale={setLocale} />
      </Panel>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <OnlineFormButtons online={online} busy={isBusy} onCancel={cancel}>
        {article ? <Trans>Save</Trans> : <Trans>Create</Trans>}
      </OnlineFormButtons>
      {question}
    </chakra.form>
  );
}

const useArticleForm = (article: Article | null, onLeave: () => void) =>
  useVersionedForm<ArticleValues, Article>({
    row: article,
    valuesOf,
    differences,
    savedVersion,
    schema: Schema,
    labels: useFieldNames(),
    draftName: `article.${article?.id ?? 'new'}`,
    save: (values, key) => saveArticle(article, values, key),
    onSaved: useReportSaved(article === null),
    onLeave,
  });
