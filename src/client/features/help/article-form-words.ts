import { useLingui } from '@lingui/react/macro';
import type { ArticleKind } from '../../../contract/article-rules.ts';
import type { EditedField } from './article-form-data.ts';

/** Returns the names of the fields in the user's language, for refusals and for the versions of a conflict. */
export function useFieldNames(): Record<EditedField, string> {
  const { t } = useLingui();
  return {
    kind: t`Kind`,
    topic: t`Topic`,
    until: t`Last day`,
    is_active: t`Published`,
    'texts.en.title': t`Title in English`,
    'texts.en.body': t`Text in English`,
    'texts.fr.title': t`Title in French`,
    'texts.fr.body': t`Text in French`,
    'texts.ar.title': t`Title in Arabic`,
    'texts.ar.body': t`Text in Arabic`,
  };
}

/** Returns the names of the kinds of articles. */
export function useKindNames(): Record<ArticleKind, string> {
  const { t } = useLingui();
  return {
    article: t`Article`,
    announcement: t`Announcement`,
    balance: t`Text about adding balance`,
    reply: t`Canned reply`,
  };
}
