import { Trans } from '@lingui/react/macro';
import { FolderX } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedQuery } from '../../sync/use-live-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { readCategoryForm } from './category-form-data.ts';
import { CategoryForm } from './category-form.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  /** The category to edit; null for a new one. */
  id: number | null;
  onClose: () => void;
}

/** The popup of a new or an existing category (S2H-04, S2H-05). Needs a new `key` for each category. */
export function CategoryFormDialog({ id, onClose }: Props) {
  const db = currentDatabase();
  const { value: data, isLoading } = useLoadedQuery(() => readCategoryForm(db, id), [db, id]);
  // The local database answers within a frame or two, so no placeholder is shown.
  if (!data || (data.category === undefined && isLoading)) return null;
  if (data.category === undefined) return <UnknownCategory onClose={onClose} />;
  return (
    <CategoryForm category={data.category} parents={data.parents} onLeave={onClose}>
      {({ fields, buttons, cancel }) => (
        <SheetDialog
          open
          ignoresBackdrop
          onClose={cancel}
          title={id === null ? <Trans>New category</Trans> : <Trans>Edit category</Trans>}
          footer={buttons}
        >
          {fields}
        </SheetDialog>
      )}
    </CategoryForm>
  );
}

function UnknownCategory({ onClose }: Pick<Props, 'onClose'>) {
  return (
    <SheetDialog
      open
      onClose={onClose}
      title={<Trans>Edit category</Trans>}
      footer={
        <Button variant="outline" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <EmptyState icon={FolderX} title={<Trans>This category is not on this device.</Trans>} />
    </SheetDialog>
  );
}
