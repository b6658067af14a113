import { Trans, useLingui } from '@lingui/react/macro';
import { deleteArticle } from '../../../contract/articles.ts';
import { call } from '../../api/call.ts';
import { useOnlineDelete } from '../../forms/use-online-delete.tsx';
import { syncNow } from '../../sync/triggers.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { removeStored } from './admin-help-changes.ts';

interface Props {
  id: number;
  title: string;
  onClose: () => void;
}

/** Asks before an article is deleted, with its name, and shows why the server refuses it. */
export function DeleteArticleDialog({ id, title, onClose }: Props) {
  const { t } = useLingui();
  const deletion = useOnlineDelete({
    send: () => call(deleteArticle, { id }),
    done: t`Article deleted`,
    onDeleted: async () => {
      await removeStored(id);
      void syncNow();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...deletion}
      open
      onClose={onClose}
      title={<Trans>Delete this article?</Trans>}
      description={
        <>
          <IsolatedText>{title}</IsolatedText>
          <br />
          <Trans>Its texts in all languages and its votes are deleted. This cannot be undone.</Trans>
        </>
      }
      confirmLabel={<Trans>Delete</Trans>}
    />
  );
}
