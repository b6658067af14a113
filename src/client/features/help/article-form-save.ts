import { useLingui } from '@lingui/react/macro';
import { createArticle, updateArticle, type Article } from '../../../contract/articles.ts';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';
import { storeAnswer } from './admin-help-changes.ts';
import { storedFields, type ArticleValues } from './article-form-data.ts';

/**
 * Saves the form of a new article (`edited` null) or of an existing one, stores the answer and returns the article. A new
 * one that an attempt with a lost answer has created gets the kind of the form, which may have changed since. Throws
 * `CallFailure`.
 */
export async function saveArticle(edited: Article | null, values: ArticleValues, key: string): Promise<Article> {
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
export function useReportSaved(isNew: boolean): (values: ArticleValues) => void {
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
