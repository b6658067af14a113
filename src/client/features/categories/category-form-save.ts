import { useLingui } from '@lingui/react/macro';
import { createCategory, updateCategory } from '../../../contract/categories.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { call } from '../../api/call.ts';
import { CallFailure } from '../../api/failure.ts';
import { syncNow } from '../../sync/triggers.ts';
import { toast } from '../../ui/toast.ts';
import { differences, savedVersion, valuesOf, type CategoryValues } from './category-form-data.ts';

/**
 * Returns a function that saves the form of a new category (`id` null) or of an existing one; it returns the failure, or
 * null when the server has the values.
 */
export function useSaveCategory(id: number | null): (values: CategoryValues) => Promise<CallFailure | null> {
  const { t } = useLingui();
  return async (values) => {
    const failure = await save(id, values);
    if (failure && !isSavedAlready(failure, values)) return failure;
    void syncNow();
    toast({
      tone: 'success',
      title: id === null ? t`Category created successfully` : t`Category updated successfully`,
    });
    return null;
  };
}

/** Returns the values with the attempt to save them: the same values after a lost answer keep the key. */
export function withAttempt({ sent, ...values }: CategoryValues): CategoryValues {
  const text = JSON.stringify(values);
  return { ...values, sent: sent?.text === text ? sent : { text, key: uuidv7() } };
}

async function save(id: number | null, values: CategoryValues): Promise<CallFailure | null> {
  const { rev, sent, parent_id: parent, ...rest } = values;
  const key = sent?.key ?? uuidv7();
  const input = { ...rest, parent_id: parent === '' ? null : Number(parent) };
  try {
    await (id === null
      ? call(createCategory, input, { key })
      : call(updateCategory, { id, ...input }, { key, revision: rev ?? undefined }));
    return null;
  } catch (thrown) {
    if (thrown instanceof CallFailure) return thrown;
    throw thrown;
  }
}

/** Returns whether another user has saved the same values. */
function isSavedAlready({ code, details }: CallFailure, values: CategoryValues): boolean {
  const saved = code === 'REVISION_CHANGED' ? savedVersion(details) : null;
  return saved !== null && differences(values, valuesOf(saved)).length === 0;
}
